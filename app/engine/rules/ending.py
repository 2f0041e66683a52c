"""Rulebook 16, The end. One side left wins at once; at the round cap the highest net worth does."""

from app.engine import events as happened
from app.engine.draft import Draft
from app.engine.rules.trades import close_where
from app.engine.state import NOBODY, Game
from app.engine.worth import living, net_worth


def side_of(game: Game, seat: int) -> int:
    """The seat's team, or a side of its own. Sides are told apart by number, teams first."""
    team = game.team[seat]
    return seat if team == NOBODY else team


def end_if_decided(draft: Draft) -> bool:
    """End the game if only one side is left; says whether it is over."""
    if len({side_of(draft.game, seat) for seat in living(draft.game)}) > 1:
        return False
    finish(draft, "last_standing")
    return True


def finish(draft: Draft, reason: str) -> None:
    """The game is over: nothing is left on the table but the result."""
    game = draft.game
    close_where(draft, lambda offer: True, "game_over")
    best = _winning_side(game)
    winners = [seat for seat in range(len(game.standing)) if side_of(game, seat) == best]
    draft.end(winners, reason)
    draft.tell(happened.GameOver, winners, reason)


def _winning_side(game: Game) -> int:
    """The living side with the highest sum of net worths; ties go to the side with the lower seat."""
    sums: dict[int, int] = {}
    for seat in living(game):
        side = side_of(game, seat)
        sums[side] = sums.get(side, 0) + net_worth(game, seat)
    seats = range(len(game.standing))
    lowest = {side: next(seat for seat in seats if side_of(game, seat) == side) for side in sums}
    return max(sums, key=lambda side: (sums[side], -lowest[side]))


def ranking(game: Game) -> list[int]:
    """All seats: the living by net worth, ties by lower seat, then those who left, the last one out first."""
    alive = sorted(living(game), key=lambda seat: (-net_worth(game, seat), seat))
    return [*alive, *reversed(game.left)]


def places(game: Game) -> list[tuple[int, int]]:
    """Seat and place in the order of `ranking`; in teams the winning side's members are first and the others second."""
    order = ranking(game)
    if game.team[0] == NOBODY:
        return [(seat, place) for place, seat in enumerate(order, 1)]
    return [(seat, 1 if seat in game.winners else 2) for seat in order]
