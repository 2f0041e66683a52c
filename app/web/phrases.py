"""Event or refusal → a whole sentence in the reader's language, with names isolated and amounts grouped."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from markupsafe import Markup

from app.engine.modes import Rules
from app.i18n import Language
from app.web import labels
from app.web.speech import Speech, isolated

Fields: TypeAlias = Mapping[str, Any]
"""An event as the contract writes it; what is in it depends on its type."""


class Narrator(Speech):
    """Tells what happens at one table: knows the seats' names and the board's."""

    def __init__(self, language: Language, rules: Rules, names: Sequence[str]) -> None:
        super().__init__(language)
        self.rules = rules
        self.names = names

    def seat(self, seat: int) -> Markup:
        """The name of whoever sits there."""
        return isolated(self.names[seat])

    def seats(self, seats: Sequence[int]) -> Markup:
        """Several names."""
        return self.listing([self.seat(seat) for seat in seats])

    def square(self, square: int) -> str:
        """The name of a square."""
        return labels.square(self, self.rules, square)

    def side(self, side: Fields) -> Markup:
        """One side of a trade."""
        parts: list[object] = [self.money(side["cash"])] if side["cash"] else []
        parts += [self.square(square) for square in side["squares"]]
        return self.listing(parts) if parts else self.gettext("nothing")


Phrase: TypeAlias = Callable[[Narrator, Fields], Markup]


def sentence(say: Narrator, event: Fields) -> Markup:
    """The event in words."""
    return PHRASES[event["type"]](say, event)


def _game_started(say: Narrator, e: Fields) -> Markup:
    return say.gettext("The game begins. %(name)s moves first.", name=say.seat(e["first"]))


def _turn_started(say: Narrator, e: Fields) -> Markup:
    return say.gettext("It is the turn of %(name)s.", name=say.seat(e["seat"]))


def _rolled(say: Narrator, e: Fields) -> Markup:
    name = say.seat(e["seat"])
    one, other, *third = e["dice"]
    if not third:
        return say.gettext("%(name)s rolls %(one)s and %(other)s.", name=name, one=one, other=other)
    if third[0] == "bus":
        return say.gettext("%(name)s rolls %(one)s, %(other)s and the bus.", name=name, one=one, other=other)
    if third[0] == "x":
        return say.gettext("%(name)s rolls %(one)s, %(other)s and the x.", name=name, one=one, other=other)
    return say.gettext(
        "%(name)s rolls %(one)s, %(other)s and %(third)s on the speed die.",
        name=name,
        one=one,
        other=other,
        third=third[0],
    )


def _moved(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s moves to %(square)s.", name=say.seat(e["seat"]), square=say.square(e["to"]))


def _start_paid(say: Narrator, e: Fields) -> Markup:
    return say.gettext("Start pays %(name)s %(amount)s.", name=say.seat(e["seat"]), amount=say.money(e["amount"]))


def _bought(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s buys %(square)s for %(amount)s.", **_deal(say, e))


def _deal(say: Narrator, e: Fields) -> dict[str, object]:
    return {"name": say.seat(e["seat"]), "square": say.square(e["square"]), "amount": say.money(e["amount"])}


def _declined(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s does not buy %(square)s.", name=say.seat(e["seat"]), square=say.square(e["square"]))


def _auction_opened(say: Narrator, e: Fields) -> Markup:
    return say.gettext(
        "%(square)s is up for auction. The first bid is %(amount)s.",
        square=say.square(e["square"]),
        amount=say.money(e["asked"]),
    )


def _bid(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s bids %(amount)s.", name=say.seat(e["seat"]), amount=say.money(e["amount"]))


def _auction_passed(say: Narrator, e: Fields) -> Markup:
    if e["auto"]:
        return say.gettext("%(name)s cannot pay that much and is out of the auction.", name=say.seat(e["seat"]))
    return say.gettext("%(name)s passes.", name=say.seat(e["seat"]))


def _auction_won(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s wins %(square)s for %(amount)s.", **_deal(say, e))


def _auction_failed(say: Narrator, e: Fields) -> Markup:
    return say.gettext("Nobody bids for %(square)s. It stays with the bank.", square=say.square(e["square"]))


def _bid_voided(say: Narrator, e: Fields) -> Markup:
    return say.gettext(
        "The bid of %(name)s is void. %(amount)s is asked again.",
        name=say.seat(e["seat"]),
        amount=say.money(e["asked"]),
    )


def _card_drawn(say: Narrator, e: Fields) -> Markup:
    return say.gettext(
        "%(name)s draws a card: %(card)s", name=say.seat(e["seat"]), card=say.gettext(labels.CARDS[e["card"]])
    )


def _debt_opened(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s has to pay %(amount)s.", name=say.seat(e["seat"]), amount=say.money(e["total"]))


def _paid(say: Narrator, e: Fields) -> Markup:
    values = {"name": say.seat(e["seat"]), "amount": say.money(e["amount"])}
    if e["reason"] == "tax":
        return say.gettext("%(name)s pays %(amount)s in tax.", **values)
    if e["reason"] == "bail":
        return say.gettext("%(name)s pays %(amount)s in bail.", **values)
    if e["to"] is None:
        return say.gettext("%(name)s pays the bank %(amount)s.", **values)
    values["other"] = say.seat(e["to"])
    if e["reason"] == "estate":
        return say.gettext("%(name)s leaves %(amount)s to %(other)s.", **values)
    if e["reason"] != "rent":
        return say.gettext("%(name)s pays %(other)s %(amount)s.", **values)
    if e["withheld"]:
        return say.gettext(
            "%(name)s pays %(other)s %(amount)s in rent, of which %(withheld)s is withheld as rent tax.",
            **values,
            withheld=say.money(e["withheld"]),
        )
    return say.gettext("%(name)s pays %(other)s %(amount)s in rent.", **values)


def _received(say: Narrator, e: Fields) -> Markup:
    values = {"name": say.seat(e["seat"]), "amount": say.money(e["amount"])}
    if e["reason"] == "lucky_eight":
        return say.gettext("A lucky eight brings %(name)s %(amount)s.", **values)
    if e["reason"] == "god_of_wealth":
        return say.gettext("The God of Wealth gives %(name)s %(amount)s.", **values)
    return say.gettext("The bank pays %(name)s %(amount)s.", **values)


def _jailed(say: Narrator, e: Fields) -> Markup:
    if e["reason"] == "third_double":
        return say.gettext("%(name)s rolled a third double and goes to jail.", name=say.seat(e["seat"]))
    return say.gettext("%(name)s goes to jail.", name=say.seat(e["seat"]))


def _jail_failed(say: Narrator, e: Fields) -> Markup:
    return say.ngettext(
        "%(name)s rolls no double and stays in jail. That was one attempt.",
        "%(name)s rolls no double and stays in jail. That was attempt %(n)s.",
        e["attempts"],
        name=say.seat(e["seat"]),
    )


def _released(say: Narrator, e: Fields) -> Markup:
    if e["how"] == "double":
        return say.gettext("A double lets %(name)s out of jail.", name=say.seat(e["seat"]))
    return say.gettext("%(name)s is out of jail.", name=say.seat(e["seat"]))


def _built(say: Narrator, e: Fields) -> Markup:
    return say.gettext(
        "%(name)s builds level %(level)s on %(square)s for %(amount)s.", **_deal(say, e), level=e["level"]
    )


def _sold(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s sells a level of %(square)s for %(amount)s.", **_deal(say, e))


def _mortgaged(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s mortgages %(square)s for %(amount)s.", **_deal(say, e))


def _redeemed(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s redeems %(square)s for %(amount)s.", **_deal(say, e))


def _mortgage_reminder(say: Narrator, e: Fields) -> Markup:
    return say.ngettext(
        "%(name)s has one round left to redeem %(square)s.",
        "%(name)s has %(n)s rounds left to redeem %(square)s.",
        e["rounds_left"],
        name=say.seat(e["seat"]),
        square=say.square(e["square"]),
    )


def _mortgage_lapsed(say: Narrator, e: Fields) -> Markup:
    return say.gettext("Nobody redeemed %(square)s in time. It goes to the bank.", square=say.square(e["square"]))


def _trade_offered(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s offers %(other)s a trade: %(give)s for %(get)s.", **_trade(say, e))


def _trade(say: Narrator, e: Fields) -> dict[str, object]:
    return {
        "name": say.seat(e["from"]),
        "other": say.seat(e["to"]),
        "give": say.side(e["give"]),
        "get": say.side(e["get"]),
    }


def _trade_accepted(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(other)s accepts the trade of %(name)s: %(give)s for %(get)s.", **_trade(say, e))


def _trade_rejected(say: Narrator, e: Fields) -> Markup:
    return say.gettext("Trade offer %(number)s is rejected.", number=e["trade"])


def _trade_closed(say: Narrator, e: Fields) -> Markup:
    match e["reason"]:
        case "expired":
            return say.gettext("Trade offer %(number)s has run out.", number=e["trade"])
        case "cancelled":
            return say.gettext("Trade offer %(number)s is taken back.", number=e["trade"])
        case "stale":
            return say.gettext("Trade offer %(number)s can no longer be kept.", number=e["trade"])
        case _:
            return say.gettext("Trade offer %(number)s is closed.", number=e["trade"])


def _jackpot_bet(say: Narrator, e: Fields) -> Markup:
    return say.gettext(
        "%(name)s bets %(amount)s on %(numbers)s.",
        name=say.seat(e["seat"]),
        amount=say.money(e["stake"]),
        numbers=say.listing(e["numbers"]),
    )


def _jackpot_rolled(say: Narrator, e: Fields) -> Markup:
    values = {"name": say.seat(e["seat"]), "die": e["die"], "amount": say.money(e["payout"])}
    if e["payout"]:
        return say.gettext("The die shows %(die)s. %(name)s wins %(amount)s.", **values)
    return say.gettext("The die shows %(die)s. %(name)s wins nothing.", **values)


def _jackpot_skipped(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s does not bet.", name=say.seat(e["seat"]))


def _jumped(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s jumps to %(square)s.", name=say.seat(e["seat"]), square=say.square(e["to"]))


def _teleported(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s teleports to %(square)s.", name=say.seat(e["seat"]), square=say.square(e["to"]))


def _teleport_skipped(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s chooses no square and stays.", name=say.seat(e["seat"]))


def _turn_missed(say: Narrator, e: Fields) -> Markup:
    return say.ngettext(
        "The time of %(name)s has run out. That is one missed turn.",
        "The time of %(name)s has run out. That is %(n)s missed turns in a row.",
        e["count"],
        name=say.seat(e["seat"]),
    )


def _bankrupt(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(name)s is bankrupt.", name=say.seat(e["seat"]))


def _surrendered(say: Narrator, e: Fields) -> Markup:
    if e["reason"] == "missed_turns":
        return say.gettext("%(name)s has missed too many turns and is out.", name=say.seat(e["seat"]))
    return say.gettext("%(name)s gives up.", name=say.seat(e["seat"]))


def _estate_released(say: Narrator, e: Fields) -> Markup:
    return say.gettext("The properties of %(name)s go back to the bank.", name=say.seat(e["seat"]))


def _estate_passed(say: Narrator, e: Fields) -> Markup:
    return say.gettext("The properties of %(name)s go to %(other)s.", name=say.seat(e["seat"]), other=say.seat(e["to"]))


def _round_completed(say: Narrator, e: Fields) -> Markup:
    return say.gettext("Round %(round)s is complete.", round=say.number(e["round"]))


def _game_over(say: Narrator, e: Fields) -> Markup:
    winners = e["winners"]
    return say.ngettext(
        "The game is over. %(names)s wins.",
        "The game is over. The winners are %(names)s.",
        len(winners),
        names=say.seats(winners),
    )


def _god_moved(say: Narrator, e: Fields) -> Markup:
    return say.gettext("The God of Wealth walks to %(square)s.", square=say.square(e["to"]))


def _group_blessed(say: Narrator, e: Fields) -> Markup:
    return say.gettext("%(group)s is blessed: its rents are doubled.", group=labels.group_name(say, e["group"]))


def _clocks_moved(say: Narrator, e: Fields) -> Markup:
    away = say.language.duration(max(1, round(e["ms"] / 1000)))
    return say.gettext("The table could not be reached for %(time)s. Every clock runs out that much later.", time=away)


PHRASES: Final[dict[str, Phrase]] = {
    "game_started": _game_started,
    "turn_started": _turn_started,
    "rolled": _rolled,
    "moved": _moved,
    "start_paid": _start_paid,
    "bought": _bought,
    "declined": _declined,
    "auction_opened": _auction_opened,
    "bid": _bid,
    "auction_passed": _auction_passed,
    "auction_won": _auction_won,
    "auction_failed": _auction_failed,
    "bid_voided": _bid_voided,
    "card_drawn": _card_drawn,
    "debt_opened": _debt_opened,
    "paid": _paid,
    "received": _received,
    "jailed": _jailed,
    "jail_failed": _jail_failed,
    "released": _released,
    "built": _built,
    "sold": _sold,
    "mortgaged": _mortgaged,
    "redeemed": _redeemed,
    "mortgage_reminder": _mortgage_reminder,
    "mortgage_lapsed": _mortgage_lapsed,
    "trade_offered": _trade_offered,
    "trade_accepted": _trade_accepted,
    "trade_rejected": _trade_rejected,
    "trade_closed": _trade_closed,
    "jackpot_bet": _jackpot_bet,
    "jackpot_rolled": _jackpot_rolled,
    "jackpot_skipped": _jackpot_skipped,
    "jumped": _jumped,
    "teleported": _teleported,
    "teleport_skipped": _teleport_skipped,
    "turn_missed": _turn_missed,
    "bankrupt": _bankrupt,
    "surrendered": _surrendered,
    "estate_released": _estate_released,
    "estate_passed": _estate_passed,
    "round_completed": _round_completed,
    "game_over": _game_over,
    "god_moved": _god_moved,
    "group_blessed": _group_blessed,
    "clocks_moved": _clocks_moved,
}
"""One phrase for each event of the contract."""
