"""Keeps one stored game a phase, as a release writes it: `python -m tests.engine.states.make N` writes N.json.

A file that has been released is never written again: stored games outlive releases, and these stand for them.
"""

import json
import random
import sys
from pathlib import Path

from app import engine
from app.bots import TEMPERS, decide
from app.engine import SeatStart
from app.engine.agenda import PHASES
from app.engine.luck import Keyed
from app.engine.modes import MODES
from app.engine.room import Room, Sitting
from app.engine.room import encode as encode_room
from app.engine.state import Game, decode, encode

HERE = Path(__file__).parent
SEATS = 4


def found() -> dict[str, Game]:
    """By phase, the first such position late in a bot game with the speed die; and one with an open offer."""
    games: dict[str, Game] = {}
    names = list(TEMPERS)[:SEATS]
    tempers = [TEMPERS[name] for name in names]
    for number in range(40):
        luck = Keyed(b"states", f"g{number}", names)
        game = engine.start(MODES["speed"], [SeatStart() for _ in names], now=1_800_000_000_000, luck=luck).game
        whim = random.Random(number).random
        while game.agenda:
            if game.round > 10:
                games.setdefault("offer" if game.offers else engine.phase(game), engine_copy(game))
            decision = decide(game, tempers, whim)
            assert decision is not None
            engine.apply(game, decision[0], decision[1], now=1_800_000_000_000, luck=luck)
        games.setdefault("over", game)
        if games.keys() >= {*PHASES.values(), "offer", "over"}:
            return games
    raise AssertionError(f"only {sorted(games)} came up")


def engine_copy(game: Game) -> Game:
    """The game as it stands, apart from what follows."""
    return decode(encode(game))


def room() -> Room:
    """The room of these games."""
    return Room(
        id="states",
        mode="speed",
        rules=MODES["speed"],
        capacity=SEATS,
        private=True,
        clock="live",
        creator="p0",
        pause=900,
        commitment="c" * 64,
        invite="secret",
        sittings=[Sitting(player="p0", bot=None, name="Ana", contribution="a")]
        + [Sitting(player=None, bot=name, name=name, cards={39: 18}) for name in list(TEMPERS)[1:SEATS]],
    )


def main() -> None:
    states = {name: encode(game).hex() for name, game in sorted(found().items())}
    kept = {"room": encode_room(room()).hex(), "states": states}
    (HERE / f"{sys.argv[1]}.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
