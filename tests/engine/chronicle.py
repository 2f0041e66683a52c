"""What a stranger knows who only reads the log: cash, deeds, places, turns and offers, recomputed event by event."""

from app.engine import events as happened
from app.engine.board import JAIL, PROPERTIES
from app.engine.events import Event
from app.engine.state import NOBODY, PLAYING, Game


def changes(event: Event) -> dict[int, int]:
    """How an event changes the cash of each seat it moves money for."""
    match event:
        case happened.StartPaid(seat, amount) | happened.Received(seat, amount, _):
            return {seat: amount}
        case (
            happened.Bought(seat, _, amount) | happened.AuctionWon(seat, _, amount) | happened.Redeemed(seat, _, amount)
        ):
            return {seat: -amount}
        case happened.Built(seat, _, _, amount):
            return {seat: -amount}
        case happened.Sold(seat, _, _, amount) | happened.Mortgaged(seat, _, amount):
            return {seat: amount}
        case happened.JackpotBet(seat, _, stake):
            return {seat: -stake}
        case happened.JackpotRolled(seat, _, payout):
            return {seat: payout}
        case happened.Paid(seat, to, amount, withheld, _):
            return {seat: -amount} if to is None else {seat: -amount, to: amount - withheld}
        case happened.TradeAccepted(_, origin, to, give, get):
            return {origin: get.cash - give.cash, to: give.cash - get.cash}
        case _:
            return {}


def from_bank(event: Event) -> int:
    """What an event declares to flow from the bank to the table; negative the other way."""
    match event:
        case happened.StartPaid(_, amount) | happened.Received(_, amount, _) | happened.Mortgaged(_, _, amount):
            return amount
        case happened.Sold(_, _, _, amount):
            return amount
        case happened.JackpotRolled(_, _, payout):
            return payout
        case happened.Bought(_, _, amount) | happened.AuctionWon(_, _, amount) | happened.Redeemed(_, _, amount):
            return -amount
        case happened.Built(_, _, _, amount):
            return -amount
        case happened.JackpotBet(_, _, stake):
            return -stake
        case happened.Paid(_, None, amount, _, _):
            return -amount
        case happened.Paid(_, _, _, withheld, _):
            return -withheld
        case _:
            return 0


class Chronicle:
    """The table as the log tells it, from the beginning of a game on."""

    def __init__(self, game: Game) -> None:
        """Begins with what stood on the table before the first event that is read."""
        self.cash = list(game.cash)
        self.square = list(game.square)
        self.jailed = list(game.jailed)
        self.attempts = list(game.jail_attempts)
        self.gone = list(game.left)
        self.owner = {square: game.owner[square] for square in PROPERTIES}
        self.level = {square: game.level[square] for square in PROPERTIES}
        self.mortgaged = {square: game.mortgaged[square] for square in PROPERTIES}
        self.offers = [offer.id for offer in game.offers]
        self.turn = game.turn
        self.round = game.round
        self.god = game.god
        self.over = not game.agenda

    def read(self, event: Event) -> None:
        """Take in one event; money must be conserved by it."""
        moved = changes(event)
        assert sum(moved.values()) == from_bank(event), f"money is not conserved by {event}"
        for seat, change in moved.items():
            self.cash[seat] += change
            assert self.cash[seat] >= 0, f"{event} leaves seat {seat} with {self.cash[seat]}"
        self._deeds(event)
        self._places(event)
        self._table(event)

    def _deeds(self, event: Event) -> None:
        match event:
            case happened.Bought(seat, square, _) | happened.AuctionWon(seat, square, _):
                assert self.owner[square] == NOBODY
                self.owner[square] = seat
            case happened.Built(_, square, level, _) | happened.Sold(_, square, level, _):
                assert abs(self.level[square] - level) == 1
                self.level[square] = level
            case happened.Mortgaged(_, square, _):
                self.mortgaged[square] = True
            case happened.Redeemed(_, square, _):
                self.mortgaged[square] = False
            case happened.MortgageLapsed(square):
                self._release(square)
            case happened.TradeAccepted(_, origin, to, give, get):
                self.owner |= dict.fromkeys(give.squares, to) | dict.fromkeys(get.squares, origin)
            case happened.EstateReleased(seat):
                for square in self._estate(seat):
                    self._release(square)
            case happened.EstatePassed(seat, to):
                self.owner |= dict.fromkeys(self._estate(seat), to)
            case _:
                pass

    def _estate(self, seat: int) -> list[int]:
        return [square for square in PROPERTIES if self.owner[square] == seat]

    def _release(self, square: int) -> None:
        self.owner[square], self.level[square], self.mortgaged[square] = NOBODY, 0, False

    def _places(self, event: Event) -> None:
        match event:
            case happened.Moved(seat, origin, to) | happened.Jumped(seat, origin, to):
                assert self.square[seat] == origin
                self.square[seat] = to
            case happened.Teleported(seat, to):
                self.square[seat] = to
            case happened.Jailed(seat):
                self.square[seat], self.jailed[seat], self.attempts[seat] = JAIL, True, 0
            case happened.JailFailed(seat, attempts):
                assert attempts == self.attempts[seat] + 1
                self.attempts[seat] = attempts
            case happened.Released(seat):
                self.jailed[seat], self.attempts[seat] = False, 0
            case happened.GodMoved(_, to, _):
                self.god = to
            case _:
                pass

    def _table(self, event: Event) -> None:
        match event:
            case happened.TurnStarted(seat, number):
                assert seat not in self.gone
                self.turn, self.round = seat, number
            case happened.WentBankrupt(seat) | happened.Surrendered(seat):
                assert seat not in self.gone
                self.gone.append(seat)
                self.jailed[seat], self.attempts[seat] = False, 0
            case happened.TradeOffered(trade):
                self.offers.append(trade)
            case happened.TradeAccepted(trade) | happened.TradeRejected(trade) | happened.TradeClosed(trade):
                self.offers.remove(trade)
            case happened.GameOver():
                self.over = True
            case _:
                pass

    def agrees(self, game: Game) -> None:
        """The log and the state say the same."""
        assert self.cash == game.cash
        assert self.square == game.square
        assert (self.jailed, self.attempts) == (game.jailed, game.jail_attempts)
        assert self.gone == game.left
        assert self.gone == [] or all(game.standing[seat] != PLAYING for seat in self.gone)
        assert list(self.owner.values()) == [game.owner[square] for square in PROPERTIES]
        assert list(self.level.values()) == [game.level[square] for square in PROPERTIES]
        assert list(self.mortgaged.values()) == [game.mortgaged[square] for square in PROPERTIES]
        assert self.offers == [offer.id for offer in game.offers]
        assert (self.turn, self.round, self.god) == (game.turn, game.round, game.god)
        assert self.over is (not game.agenda)
