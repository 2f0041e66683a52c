"""What awaits a seat on a square it could go to, in a few words: to be weighed before the move, not a promise."""

from markupsafe import Markup

from app.engine.board import BOARD, GROUP, PRICE
from app.engine.rules.rent import rent_due
from app.engine.state import NOBODY, Game
from app.engine.worth import teammates
from app.web.phrases import Narrator


def awaits(game: Game, seat: int, square: int, say: Narrator) -> Markup:
    """The sentence."""
    if GROUP[square] >= 0:
        return _property(game, seat, square, say)
    board = BOARD[square]
    match board.kind:
        case "tax":
            return say.gettext("pay the bank %(amount)s", amount=say.money(board.tax))
        case "chance":
            return say.gettext("draw a card")
        case "go_to_jail":
            return say.gettext("off to jail")
        case "jail":
            return say.gettext("just visiting")
        case "start":
            return say.gettext("the bank pays you")
        case _ if game.rules.square_20 == "jackpot":
            return say.gettext("bet on a die, if you like")
        case _:
            return say.gettext("nothing happens")


def _property(game: Game, seat: int, square: int, say: Narrator) -> Markup:
    owner = game.owner[square]
    if owner == NOBODY:
        price, cash = PRICE[square], game.cash[seat]
        if price > cash:
            return say.gettext(
                "free for %(price)s; you have %(cash)s", price=say.money(price), cash=say.money(game.cash[seat])
            )
        return say.gettext("free for %(price)s", price=say.money(price))
    if owner == seat:
        return say.gettext("your own")
    name = say.seat(owner)
    if teammates(game, owner, seat):
        return say.gettext("belongs to %(name)s, your partner: no rent", name=name)
    rent = rent_due(game, square, seat)
    if not rent:
        return say.gettext("belongs to %(name)s, mortgaged: no rent", name=name)
    return say.gettext("%(amount)s rent to %(name)s", amount=say.money(rent), name=name)
