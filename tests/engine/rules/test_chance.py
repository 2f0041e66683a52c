"""Rulebook 12, what a scenario cannot say: a deck that is drawn to its end, with the game stored in between."""

from app import engine
from app.engine import SeatStart
from app.engine.draft import Draft
from app.engine.luck import Keyed
from app.engine.modes import MODES, Rules
from app.engine.rules.chance import CARD_IDS, draw
from app.engine.state import decode, encode


def drawn(rules: Rules, cards: int) -> list[str]:
    """The cards that are drawn one after another, whatever they do."""
    luck = Keyed(bytes(32), "deck", [])
    game = engine.start(rules, [SeatStart()] * 2, now=0, luck=luck).game
    named: list[str] = []
    for _ in range(cards):
        draft = Draft(decode(encode(game)), now=0, luck=Keyed(bytes(32), "deck", []), log=[])
        draw(draft, 0)
        assert draft.log is not None
        named += [one.event.card for one in draft.log if hasattr(one.event, "card")]
        game = draft.game
    return named


def test_sixteen_draws_are_all_different_and_the_seventeenth_is_from_a_fresh_deck() -> None:
    cards = drawn(MODES["classic"], 48)
    for first in (0, 16, 32):
        assert sorted(cards[first : first + 16]) == sorted(CARD_IDS)
    assert cards[:16] != cards[16:32] != cards[32:]


def test_a_fixed_deck_goes_round_in_the_order_of_the_rulebook() -> None:
    assert drawn(MODES["original"], 33) == [*CARD_IDS, *CARD_IDS, CARD_IDS[0]]
