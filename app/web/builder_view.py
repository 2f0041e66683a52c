"""An offer being put together: the draft as it was typed, the builder's page, and what would come of sending it."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct

from app import engine
from app.engine.actions import ProposeTrade, Side
from app.engine.board import GROUP, PRICE, PROPERTIES
from app.engine.rules.trades import fair, side_value
from app.engine.state import PLAYING, Game, Half
from app.engine.worth import estate, living_after, teammates
from app.web.phrases import Narrator
from app.web.refusals import refusal
from app.web.trade_view import Lot, lot
from app.web.weighing import Effect, effects, weighed

Fields: TypeAlias = Iterable[tuple[str, str]]
"""Names and values as a form or an address gives them, repeated names included."""

LONGEST: Final = 20
"""Of an amount that is handed back to be put right."""
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_GROUPED: Final = re.compile(r"[\s.,'’]")
_MONEY: Final = re.compile(r"[0-9]{1,3}([\s.,'’][0-9]{3})+")
_SCALE: Final = 1000
"""Into how many parts the bar is divided that shows what both sides are worth."""


def amount(text: str) -> int | None:
    """A sum as people write it: what groups its digits on the page may stand in it. None where it cannot be read."""
    bare = text.strip()
    if not bare:
        return 0
    whole = _GROUPED.sub("", bare) if _MONEY.fullmatch(bare) else bare
    return int(whole) if whole.isascii() and _WHOLE.fullmatch(whole) else None


class Draft(Struct, frozen=True):
    """An offer as it was typed; the sums may be no sums. `answers` is the offer it would answer."""

    to: int
    give: list[int] = []
    get: list[int] = []
    give_cash: str = ""
    get_cash: str = ""
    answers: int | None = None

    @property
    def query(self) -> str:
        """The address part that opens the builder with this draft in it."""
        pairs: list[tuple[str, object]] = [("trade", self.to)]
        pairs += [("give", square) for square in self.give] + [("get", square) for square in self.get]
        pairs += [(name, text) for name, text in (("give_cash", self.give_cash), ("get_cash", self.get_cash)) if text]
        if self.answers is not None:
            pairs.append(("answers", self.answers))
        return urlencode(pairs)

    @property
    def empty(self) -> bool:
        """Whether nothing is in it yet."""
        return not (self.give or self.get or self.give_cash.strip() or self.get_cash.strip())

    @property
    def action(self) -> ProposeTrade | None:
        """The offer; None where a sum cannot be read."""
        give, get = amount(self.give_cash), amount(self.get_cash)
        if give is None or get is None:
            return None
        return ProposeTrade(self.to, Side(give, list(self.give)), Side(get, list(self.get)))


def draft(fields: Fields, to: int) -> Draft:
    """The draft in a form or an address. What no builder of ours would send is left out."""
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(value)
    answers = _numbers(found.get("answers", ()))
    return Draft(
        to=to,
        give=[square for square in _numbers(found.get("give", ())) if square in PROPERTIES],
        get=[square for square in _numbers(found.get("get", ())) if square in PROPERTIES],
        give_cash=found.get("give_cash", [""])[0][:LONGEST],
        get_cash=found.get("get_cash", [""])[0][:LONGEST],
        answers=answers[0] if answers else None,
    )


def _numbers(texts: Sequence[str]) -> list[int]:
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) <= len("999999999")]


class Cash(Struct, frozen=True):
    """A sum in the builder: as typed, its bound, and what is wrong with it."""

    text: str
    value: int
    most: int
    wrong: Markup | None


class Verdict(Struct, frozen=True):
    """What an offer is worth and does. `share` is the giving side's part of both in thousandths, -1 for nothing yet."""

    give: int
    get: int
    share: int
    fair: bool
    told: Markup
    effects: list[Effect]
    refused: Markup | None
    """Why it could not be sent, where that is neither its fairness nor a sum of its own."""


class Builder(Struct, frozen=True):
    """A new offer being put together. `sendable` is whether this is the moment for offers, `why_not` why it is not."""

    to: int
    partners: list[int]
    give: list[Lot]
    get: list[Lot]
    sums: tuple[Cash, Cash]
    verdict: Verdict
    sendable: bool
    why_not: Markup | None
    answers: int | None


def builder(game: Game, seat: int, made: Draft, say: Narrator, *, may: bool) -> Builder:
    """The builder of an offer to a seat, filled with the draft; `may` is whether the phase lets the seat propose."""
    illegal = engine.why_not(game, seat, made.action or ProposeTrade(made.to, Side(), Side()))
    full = may and illegal is not None and illegal.code == "too_many_offers"
    why_not = None
    if full and illegal is not None:
        why_not = refusal(say, illegal.code, illegal.facts)
    elif not may:
        why_not = say.gettext("Offers are made in one's own turn before the roll, or while one has to pay.")
    open_ids = {offer.id for offer in game.offers if offer.to == seat and offer.origin == made.to}
    return Builder(
        to=made.to,
        partners=living_after(game, seat),
        give=_lots(game, seat, made.give, say),
        get=_lots(game, made.to, made.get, say),
        sums=sums(game, seat, made, say),
        verdict=verdict(game, seat, made, say),
        sendable=may and not full,
        why_not=why_not,
        answers=made.answers if made.answers in open_ids else None,
    )


def sums(game: Game, seat: int, made: Draft, say: Narrator) -> tuple[Cash, Cash]:
    """The two sums of a draft: what the seat gives, and what it gets."""
    return (
        _cash(game, seat, made.give_cash, say, own=True),
        _cash(game, made.to, made.get_cash, say, own=False),
    )


def possible(game: Game, seat: int, to: int) -> bool:
    """Whether the two may trade at all, now or later."""
    in_play = 0 <= to < len(game.standing) and to != seat and game.standing[to] == PLAYING
    return in_play and bool(game.agenda) and game.standing[seat] == PLAYING


def _lots(game: Game, seat: int, chosen: list[int], say: Narrator) -> list[Lot]:
    """What the seat owns, group by group; what cannot change hands comes last."""
    squares = sorted(estate(game, seat), key=lambda square: (GROUP[square], PRICE[square], square))
    lots = [lot(game, square, say, chosen=square in chosen) for square in squares]
    return sorted(lots, key=lambda one: one.why_not is not None)


def _cash(game: Game, seat: int, text: str, say: Narrator, *, own: bool) -> Cash:
    most = game.cash[seat]
    value = amount(text)
    wrong = None
    if value is None:
        wrong = say.gettext("“%(text)s” is no amount. Write it in digits, such as 1500.", text=text)
    elif value < 0:
        wrong = say.gettext("An amount cannot be less than 0.")
    elif value > most and own:
        wrong = say.gettext("You have only %(cash)s.", cash=say.money(most))
    elif value > most:
        wrong = say.gettext("%(name)s has only %(cash)s.", name=say.seat(seat), cash=say.money(most))
    return Cash(text=text, value=min(max(value or 0, 0), most), most=most, wrong=wrong)


def verdict(game: Game, seat: int, made: Draft, say: Narrator) -> Verdict:
    """What the draft is worth, whether it is even enough, and what it would do to groups."""
    give = Half(max(0, amount(made.give_cash) or 0), _kept(game, made.give, seat))
    get = Half(max(0, amount(made.get_cash) or 0), _kept(game, made.get, made.to))
    one, other = side_value(game, give), side_value(game, get)
    partners = teammates(game, seat, made.to)
    return Verdict(
        give=one,
        get=other,
        share=one * _SCALE // (one + other) if one + other else -1,
        fair=partners or (bool(one + other) and fair(one, other)),
        told=weighed(one, other, say, partners=partners),
        effects=effects(game, seat, made.to, give, get, say),
        refused=_refused(game, seat, made, say),
    )


def _kept(game: Game, squares: list[int], owner: int) -> list[int]:
    return [square for square in dict.fromkeys(squares) if game.owner[square] == owner]


def _refused(game: Game, seat: int, made: Draft, say: Narrator) -> Markup | None:
    action = made.action
    if action is None or made.empty:
        return None
    illegal = engine.why_not(game, seat, action)
    if illegal is None or illegal.code not in ("not_owner", "not_tradable", "invalid_choice"):
        return None
    return refusal(say, illegal.code, illegal.facts)
