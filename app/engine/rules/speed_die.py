"""Rulebook 14, Speed die. A third die with a number, a bus or an x, and triples that lead anywhere."""

from app.engine import events as happened
from app.engine.actions import ChooseMove, Teleport
from app.engine.agenda import Choosing, Jumping, Teleporting, Walking
from app.engine.board import PROPERTIES, SQUARES, START
from app.engine.draft import Draft
from app.engine.rules.rent import charges
from app.engine.rules.start_money import pay_start
from app.engine.state import NOBODY, Game


def in_play(game: Game) -> bool:
    """Whether the third die is rolled in this round."""
    start = game.rules.speed_die_from_round
    return start is not None and game.round >= start


def is_triple(dice: list[int | str]) -> bool:
    """The same number on all three."""
    return len(dice) == 3 and dice[0] == dice[1] == dice[2]


def ask_teleport(draft: Draft, seat: int) -> None:
    """A triple: any other square may be chosen."""
    draft.ask(Teleporting(seat))


def set_out(draft: Draft, seat: int) -> None:
    """Play the third die of a roll that is no triple: add its number, ask for the bus, or keep the x for later."""
    one, other, face = draft.game.dice
    total = int(one) + int(other)
    if face == "bus":
        draft.ask(Choosing(seat))
        return
    if face == "x":
        draft.push(Jumping(seat))
    draft.push(Walking(seat, total + (face if isinstance(face, int) else 0)))


def bus_steps(game: Game) -> list[int]:
    """What the bus may go: the sum of the white dice, or either one."""
    one, other = int(game.dice[0]), int(game.dice[1])
    return sorted({one, other, one + other})


def may_choose_move(game: Game, at: Choosing, ask: ChooseMove) -> str | None:
    """Why the bus cannot go that far."""
    return None if ask.steps in bus_steps(game) else "invalid_choice"


def choose_move(draft: Draft, at: Choosing, ask: ChooseMove) -> None:
    """Go by bus."""
    ride(draft, at, ask.steps)


def ride(draft: Draft, at: Choosing, steps: int) -> None:
    """The bus goes."""
    draft.game.agenda.pop()
    draft.push(Walking(at.seat, steps))


def may_teleport(game: Game, at: Teleporting, ask: Teleport) -> str | None:
    """Why the square cannot be chosen."""
    square = ask.square
    return None if 0 <= square < SQUARES and square != game.square[at.seat] else "invalid_choice"


def teleport(draft: Draft, at: Teleporting, ask: Teleport) -> None:
    """Go to the chosen square."""
    arrive(draft, at, ask.square)


def arrive(draft: Draft, at: Teleporting, square: int) -> None:
    """Stand on the square and resolve it; only Start itself pays."""
    draft.game.agenda.pop()
    draft.arrive(at.seat, square)
    draft.tell(happened.Teleported, at.seat, square)
    if square == START:
        pay_start(draft, at.seat, exactly=True)


def stay(draft: Draft, at: Teleporting) -> None:
    """The clock ran out with nothing left to go to: nothing moves, nothing resolves."""
    draft.game.agenda.pop()
    draft.tell(happened.TeleportSkipped, at.seat)


def nearest_unowned(game: Game, square: int) -> int:
    """The next unowned property 1 to 39 squares ahead, or NOBODY."""
    return next((at for at in _ahead(square) if game.owner[at] == NOBODY), NOBODY)


def _ahead(square: int) -> list[int]:
    behind = [at for at in PROPERTIES if at < square]
    return [at for at in PROPERTIES if at > square] + behind


def jump(draft: Draft, entry: Jumping) -> None:
    """The x: on to the nearest unowned property, else to the nearest that charges; from jail nobody jumps."""
    game, seat = draft.game, entry.seat
    if game.jailed[seat]:
        return
    origin = game.square[seat]
    target = nearest_unowned(game, origin)
    if target == NOBODY:
        target = next((at for at in _ahead(origin) if charges(game, at, seat)), NOBODY)
    if target == NOBODY:
        return
    draft.arrive(seat, target)
    draft.tell(happened.Jumped, seat, origin, target)
    if target < origin:
        pay_start(draft, seat, exactly=False)
