"""What a square asks of whoever lands there, in words: the rent due now with its reasons, or what else happens."""

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from app.engine.board import BOARD, GROUP, UTILITY_FACTORS
from app.engine.luck import ENVELOPES
from app.engine.modes import Rules
from app.engine.rules.fortune import GOD_PAYS
from app.engine.rules.jackpot import PAYOUTS, STAKE
from app.engine.rules.jail import ATTEMPTS, BAIL
from app.engine.rules.rent import card_bonus, charges, dice_total, rent_due, withheld
from app.engine.rules.start_money import SALARY
from app.engine.state import NOBODY, PLAYING, Game
from app.engine.worth import full_group, holds
from app.web import labels
from app.web.phrases import Narrator
from app.web.speech import Speech


class Landing(Struct, frozen=True):
    """`rent` is what a visitor would owe now, None where none is asked; `why` says what makes it so."""

    rent: int | None
    why: list[Markup]
    happens: list[Markup]
    """What happens on a square that nobody can own."""
    cards: list[Markup]
    """The cards that can be drawn here."""


def landing(game: Game, viewer: int | None, square: int, say: Narrator) -> Landing:
    """What landing there means; the rent is the viewer's where they would pay, else another visitor's."""
    kind = BOARD[square].kind
    cards = [say.gettext(text) for text in labels.CARDS.values()] if kind == "chance" else []
    if game.owner[square] == NOBODY:
        return Landing(None, [], [*_happens(kind, square, game.rules, say), *_god(game, square, say)], cards)
    visitor = _visitor(game, viewer, square)
    if visitor is None:
        return Landing(None, [*_unpaid(game, square, say), *_god(game, square, say)], [], [])
    rent = rent_due(game, square, visitor)
    why = [*_reasons(game, square, say), *_tax(game, rent, say), *_god(game, square, say)]
    return Landing(None if kind == "utility" and not dice_total(game) else rent, why, [], [])


def _visitor(game: Game, viewer: int | None, square: int) -> int | None:
    seats = range(len(game.standing)) if viewer is None else (viewer, *range(len(game.standing)))
    paying = (seat for seat in seats if game.standing[seat] == PLAYING and charges(game, square, seat))
    return next(paying, None)


def _unpaid(game: Game, square: int, say: Speech) -> Iterator[Markup]:
    if game.mortgaged[square]:
        yield say.gettext("No rent is paid while the property is mortgaged.")


def _reasons(game: Game, square: int, say: Narrator) -> Iterator[Markup]:
    owner, group = game.owner[square], GROUP[square]
    match BOARD[square].kind:
        case "utility":
            factor, total = UTILITY_FACTORS[holds(game, owner, group)], dice_total(game)
            if total:
                yield say.gettext("The dice, times %(factor)s; they last showed %(total)s.", factor=factor, total=total)
            else:
                yield say.gettext("The dice, times %(factor)s.", factor=factor)
        case "street" if not game.level[square] and full_group(game, owner, group):
            yield say.gettext("Doubled, because the whole group is in one hand.")
    if group == game.blessed:
        yield say.gettext("Doubled, because the group is blessed.")
    bonus = card_bonus(game, square, owner)
    if bonus:
        yield say.gettext(
            "The collection card of %(name)s adds %(share)s.",
            name=say.seat(owner),
            share=say.language.percent(bonus),
        )


def _tax(game: Game, rent: int, say: Speech) -> Iterator[Markup]:
    tax = withheld(game, rent)
    if tax:
        yield say.gettext(
            "The rent tax takes %(tax)s of it; the owner receives %(rest)s.",
            tax=say.money(tax),
            rest=say.money(rent - tax),
        )


def _god(game: Game, square: int, say: Speech) -> Iterator[Markup]:
    if game.rules.fortune and game.god == square:
        yield say.gettext(
            "The God of Wealth stands here: whoever lands is paid %(amount)s.", amount=say.money(GOD_PAYS)
        )


def _happens(kind: str, square: int, rules: Rules, say: Speech) -> Iterator[Markup]:
    match kind:
        case "start":
            yield from _start(rules, say)
        case "tax":
            yield say.gettext("Pay the bank %(tax)s.", tax=say.money(BOARD[square].tax))
        case "chance":
            yield say.gettext("Draw a card. It says what happens.")
        case "jail":
            yield say.gettext("Prisoners sit here. Everybody else is only visiting.")
            yield say.gettext(
                "A prisoner leaves for %(bail)s, or with a double; after attempt %(attempts)s the bail has to be paid.",
                bail=say.money(BAIL),
                attempts=say.number(ATTEMPTS),
            )
        case "go_to_jail":
            yield say.gettext("Whoever lands here goes to jail, and is paid nothing for passing Start.")
        case "square_20":
            yield from _square_20(rules, say)
        case _:
            pass


def _start(rules: Rules, say: Speech) -> Iterator[Markup]:
    if rules.fortune:
        amounts = say.listing([say.money(amount) for amount in ENVELOPES])
        yield say.gettext("Whoever passes draws a red envelope. It holds one of these: %(amounts)s.", amounts=amounts)
    else:
        yield say.gettext("Whoever passes is paid %(salary)s by the bank.", salary=say.money(SALARY))
    if rules.start_landing_bonus:
        bonus = say.money(rules.start_landing_bonus)
        yield say.gettext("Landing on it exactly brings %(bonus)s more.", bonus=bonus)


def _square_20(rules: Rules, say: Speech) -> Iterator[Markup]:
    if rules.square_20 != "jackpot":
        yield say.gettext("Nothing happens here.")
        return
    yield say.gettext("Whoever lands here may bet %(stake)s on a die.", stake=say.money(STAKE))
    for count, payout in enumerate(PAYOUTS):
        if count:
            yield say.ngettext(
                "With %(n)s number chosen, a hit pays %(payout)s.",
                "With %(n)s numbers chosen, a hit pays %(payout)s.",
                count,
                payout=say.money(payout),
            )
