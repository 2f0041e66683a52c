"""Tables in every phase, as one viewer sees them, made without a database."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app import engine
from app.engine import actions
from app.engine.events import wire
from app.engine.luck import Listed
from app.engine.modes import MODES
from app.engine.room import Room, Sitting
from app.engine.rules.chance import CARD_IDS
from app.i18n import Language, choose
from app.lab.setup import EPOCH, lay_out
from app.store.games import Row
from app.store.players import Player
from app.web.pages.scene import Scene, scene
from app.web.visitor import Visitor

NAMES: Final = ("Ann", "Ben", "Cyd", "Dot", "Eve", "Fay")
NOW: Final = EPOCH + 1000
ENGLISH: Final = choose(None, "en")

_ESTATE: Final = {
    "1": {"owner": 1},
    "3": {"owner": 1},
    "5": {"owner": 0},
    "11": {"owner": 0, "level": 2},
    "12": {"owner": 0, "mortgaged": True},
    "13": {"owner": 0, "level": 2},
    "14": {"owner": 0, "level": 1},
    "21": {"owner": 3},
    "39": {"owner": 2, "mortgaged": True},
}
_ROLL: Final = {"type": "roll"}


class Case:
    """A way to a phase: the setup of a scenario, and the steps that lead on from it."""

    def __init__(
        self, *steps: tuple[int, Mapping[str, Any]], mode: str = "classic", random: Sequence[Any] = (), **setup: Any
    ):
        self.mode = mode
        self.random = random
        self.steps = steps
        self.setup = {"seats": [{}, {}, {}, {}], "properties": _ESTATE, **setup}

    def row(self, names: Sequence[str] = NAMES) -> tuple[Row, list[dict[str, Any]]]:
        """The row as it would be stored, and the events of the steps."""
        luck = Listed(self.random, CARD_IDS)
        game = lay_out({"mode": self.mode, "setup": self.setup}, luck)
        told = []
        for seat, ask in self.steps:
            told += engine.apply(game, seat, actions.read(ask), now=NOW, luck=luck).events
        return _row(self.mode, game, names), wire(told, first=1)


def _row(mode: str, game: Any, names: Sequence[str]) -> Row:
    sittings = [Sitting(player=f"p{seat}", bot=None, name=names[seat]) for seat in range(len(game.cash))]
    room = Room(
        id="g1",
        mode=mode,
        rules=game.rules,
        capacity=len(sittings),
        private=False,
        clock="live",
        creator="p0",
        pause=0,
        commitment="",
        invite="",
        sittings=sittings,
    )
    status = "playing" if game.agenda else "over"
    return Row(id="g1", status=status, version=game.version, room=room, game=game, seed=b"", due_at=None)  # type: ignore[arg-type]  # one of the three


CASES: Final[dict[str, Case]] = {
    "turn": Case(),
    "turn in jail": Case(seats=[{"jailed": True, "jail_attempts": 1}, {}, {}, {}]),
    "turn in jail without bail": Case(seats=[{"jailed": True, "cash": 3}, {}, {}, {}]),
    "turn after a double": Case((0, _ROLL), random=[[1, 1]], seats=[{"square": 18}, {}, {}, {}], mode="halal"),
    "purchase": Case((0, _ROLL), random=[[1, 2]], seats=[{"square": 3}, {}, {}, {}]),
    "purchase without the money": Case((0, _ROLL), random=[[1, 2]], seats=[{"square": 3, "cash": 10}, {}, {}, {}]),
    "auction asked": Case(
        (3, _ROLL), (3, {"type": "decline"}), random=[[4, 2]], turn=3, seats=[{}, {"cash": 5}, {}, {"cash": 300}]
    ),
    "auction watched": Case(
        (3, _ROLL),
        (3, {"type": "decline"}),
        (0, {"type": "bid"}),
        random=[[4, 2]],
        turn=3,
    ),
    "debt": Case((0, _ROLL), random=[[1, 2]], seats=[{"square": 38}, {}, {}, {}]),
    "debt to raise": Case(
        (0, _ROLL),
        random=[[1, 4]],
        seats=[{"square": 38, "cash": 15}, {}, {}, {}],
        properties={**_ESTATE, "1": {"owner": 1, "level": 5}, "3": {"owner": 1, "level": 5}},
    ),
    "debt without hope": Case(
        (0, _ROLL),
        random=[[1, 4]],
        seats=[{"square": 38, "cash": 15}, {}, {}, {}],
        properties={"1": {"owner": 1, "level": 5}, "3": {"owner": 1, "level": 5}},
    ),
    "jackpot": Case((0, _ROLL), random=[[1, 2]], seats=[{"square": 17}, {}, {}, {}, {}, {}]),
    "choose_move": Case((0, _ROLL), mode="speed", round=8, random=[[2, 3, "bus"]]),
    "teleport": Case((0, _ROLL), mode="speed", round=8, random=[[2, 2, 2]]),
    "idle": Case(turn=1),
    "idle while another may buy": Case((1, _ROLL), turn=1, random=[[4, 2]]),
    "idle while another pays": Case((1, _ROLL), turn=1, random=[[2, 3]]),
    "idle while another may bet": Case((1, _ROLL), turn=1, random=[[1, 2]], seats=[{}, {"square": 17}, {}, {}]),
    "idle while another chooses": Case((1, _ROLL), turn=1, mode="speed", round=8, random=[[2, 3, "bus"]]),
    "bankrupt and watching": Case(turn=1, seats=[{"status": "bankrupt"}, {}, {}, {}], properties={}),
    "given up and watching": Case(turn=1, seats=[{"status": "surrendered"}, {}, {}, {}], properties={}),
    "offered a trade": Case(
        (
            1,
            {
                "type": "propose_trade",
                "to": 0,
                "give": {"cash": 900, "squares": [1]},
                "get": {"cash": 0, "squares": [12]},
            },
        ),
        turn=1,
    ),
    "three offers open": Case(
        *(
            (0, {"type": "propose_trade", "to": 1, "give": {"cash": cash}, "get": {"squares": [1]}})
            for cash in (400, 500, 600)
        ),
    ),
    "fortune": Case(mode="fortune", fortune={"god": 12, "blessed": "pink"}),
    "mortgage that lapses": Case(mode="speed", properties={"5": {"owner": 0, "mortgaged": True}}),
    "partners": Case(mode="team", properties={"1": {"owner": 0}}),
    "over by surrender": Case((1, {"type": "surrender"}), seats=[{}, {}], properties={"1": {"owner": 1}}),
    "over and lost": Case((0, {"type": "surrender"}), seats=[{}, {}], properties={"1": {"owner": 0}}),
}
"""Every phase, and every face of it that a template tells apart."""


def look(case: Case, *, viewer: int | None = 0, language: Language = ENGLISH, names: Sequence[str] = NAMES) -> Scene:
    """The scene of a case."""
    row, events = case.row(names)
    return of(row, events, viewer=viewer, language=language)


def of(row: Row, events: Sequence[Mapping[str, Any]], *, viewer: int | None, language: Language = ENGLISH) -> Scene:
    """The scene of a row."""
    player = None if viewer is None else Player(f"p{viewer}", NAMES[viewer], language.code, 0)
    visitor = Visitor(player=player, language=language, csrf="token", note=None)
    return scene(row, visitor, events, now=NOW, origin="https://play.example", key="")


def waiting(*, capacity: int = 4, mode: str = "classic", private: bool = False, names: Sequence[str] = NAMES) -> Row:
    """A room of two that has not started."""
    row, _ = CASES["over and lost"].row(names)
    row.room.mode = mode
    row.room.rules = MODES[mode]
    row.room.capacity = capacity
    row.room.private = private
    row.room.invite = "secret" if private else ""
    row.room.sittings[1].player = None
    row.room.sittings[1].bot = "ada"
    row.game = None
    row.status = "waiting"
    row.version = row.room.version = 3
    return row
