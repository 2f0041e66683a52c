"""Rulebook 12, Chance. Sixteen cards, drawn without repeats until all have appeared."""

from collections.abc import Callable
from typing import Final

from app.engine import events as happened
from app.engine.agenda import Item, Owing, Walking
from app.engine.board import SQUARES, START, next_of
from app.engine.draft import Draft
from app.engine.luck import CARDS
from app.engine.rules.debts import owe, owe_bank
from app.engine.state import FIXED_ORDER, NOBODY
from app.engine.worth import levels, opponents_after

EACH: Final = 250
"""What everybody pays or gets by the two cards that name each."""
REPAIR: Final = 250
"""Repairs, a level."""
_BACK: Final = 3

_Card = Callable[[Draft, int], None]


def _bank_pays(amount: int) -> _Card:
    return lambda draft, seat: draft.receive(seat, amount, "chance")


def _pay_bank(amount: int) -> _Card:
    return lambda draft, seat: owe_bank(draft, seat, amount, "chance")


def _collect_from_each(draft: Draft, seat: int) -> None:
    """Who can pay pays at once; the others get pauses of their own, in the same order."""
    short: list[int] = []
    for other in opponents_after(draft.game, seat):
        if draft.game.cash[other] >= EACH:
            draft.pay(other, seat, EACH, withheld=0, reason="chance")
        else:
            short.append(other)
    for other in reversed(short):
        draft.push(Owing(other, [Item(seat, EACH, "chance", NOBODY)]))


def _pay_each(draft: Draft, seat: int) -> None:
    owe(draft, seat, [Item(other, EACH, "chance", NOBODY) for other in opponents_after(draft.game, seat)])


def _repairs(draft: Draft, seat: int) -> None:
    owe_bank(draft, seat, REPAIR * levels(draft.game, seat), "chance")


def _advance(square: int) -> _Card:
    return lambda draft, seat: _forward(draft, seat, square)


def _nearest(kind: str) -> _Card:
    return lambda draft, seat: _forward(draft, seat, next_of(kind, draft.game.square[seat]))


def _forward(draft: Draft, seat: int, square: int) -> None:
    draft.push(Walking(seat, (square - draft.game.square[seat]) % SQUARES))


def _back(draft: Draft, seat: int) -> None:
    draft.push(Walking(seat, -_BACK))


def _go_to_jail(draft: Draft, seat: int) -> None:
    draft.jail(seat, "chance")


_EFFECTS: Final[dict[str, _Card]] = {
    "bank_pays_1000": _bank_pays(1000),
    "bank_pays_1500": _bank_pays(1500),
    "bank_pays_2000": _bank_pays(2000),
    "pay_bank_500": _pay_bank(500),
    "pay_bank_1500": _pay_bank(1500),
    "pay_bank_2500": _pay_bank(2500),
    "collect_from_each": _collect_from_each,
    "pay_each": _pay_each,
    "repairs": _repairs,
    "to_start": _advance(START),
    "advance_24": _advance(24),
    "advance_39": _advance(39),
    "back_3": _back,
    "nearest_station": _nearest("station"),
    "nearest_utility": _nearest("utility"),
    "go_to_jail": _go_to_jail,
}
CARD_IDS: Final = tuple(_EFFECTS)
"""The cards in the order of the rulebook, which is the order of a fixed deck."""
assert len(CARD_IDS) == CARDS


def draw(draft: Draft, seat: int) -> None:
    """Draw the next card, name it to everybody, and play it."""
    card = CARD_IDS[_next_card(draft)]
    draft.tell(happened.CardDrawn, seat, card)
    _EFFECTS[card](draft, seat)


def _next_card(draft: Draft) -> int:
    game = draft.game
    if not game.deck_left:
        lay_out(draft)
    order = range(CARDS) if game.shuffle == FIXED_ORDER else draft.luck.order(game.shuffle)
    card = order[len(order) - game.deck_left]
    draft.lay_deck(game.shuffle, game.deck_left - 1)
    return card


def lay_out(draft: Draft) -> None:
    """A whole deck: shuffled, or in the fixed order."""
    if draft.game.rules.deck == "fixed":
        draft.lay_deck(FIXED_ORDER, CARDS)
        return
    index = draft.outcome()
    draft.luck.order(index)
    draft.lay_deck(index, CARDS)
