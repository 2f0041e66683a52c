"""What it costs to draw a table late in its game: the whole page, and the update that a move makes of it.

The page is drawn for a seat at its own turn, at the moment of a Classic game with the most buildings; the updates are
those of the decisions that follow. Processor time of one thread, without the database.
"""

import gzip
import time
from collections.abc import Callable
from statistics import mean
from typing import Any, Final

from app import engine
from app.i18n import choose
from app.store.players import Player
from app.web import square_view
from app.web.pages import scene
from app.web.pages.scene import Scene
from app.web.pages.streams import Watch
from app.web.visitor import Visitor
from infra.bench import story
from infra.bench.figures import Figure
from infra.bench.story import Moment

BENCH: Final = "pages"
MODE: Final = "classic"
SEATS: Final = 4
SEED: Final = "bench"
ROUNDS: Final = 9
PAGES: Final = 25
UPDATES: Final = 40
_GZIP_LEVEL: Final = 5
"""The server's."""


def measure() -> list[Figure]:
    """Processor time and bytes."""
    looks = _looks()
    first = looks[0]
    page = _drawn(first)
    warm = [_cost(lambda: _drawn(first), PAGES) for _ in range(ROUNDS)]
    cold = [_cost(lambda: _drawn_anew(first), 5) for _ in range(ROUNDS)]
    passes = [_updates(looks) for _ in range(ROUNDS)]
    updates = [taken for taken, _ in passes]
    sent = passes[0][1]
    compressed = [float(len(_compressed(message))) for message in sent]
    return [
        Figure.of(BENCH, "whole table page", warm, unit="ms", goal=4, note="squares seen before are kept drawn"),
        Figure.of(BENCH, "whole table page, no square kept", cold, unit="ms"),
        Figure.of(BENCH, "parts of an update", updates, unit="ms", goal=2, note=f"mean of {UPDATES} decisions"),
        Figure(bench=BENCH, name="page", found=len(page), unit="bytes"),
        Figure(bench=BENCH, name="page, compressed", found=len(_compressed(page)), unit="bytes"),
        Figure.of(
            BENCH, "update", [float(len(message)) for message in sent], unit="bytes", note="as a stream sends it"
        ),
        Figure.of(BENCH, "update, compressed", compressed, unit="bytes", note="as an answer sends it"),
    ]


class _Look:
    """All that a request reads before it draws."""

    def __init__(self, moment: Moment) -> None:
        self.row = story.row(MODE, moment)
        self.now = moment.now
        self.events = list(moment.events)

    def scene(self, since: int | None = None) -> Scene:
        events = scene.newer(self.events, since)
        return scene.scene(self.row, _VISITOR, events, now=self.now, origin="http://127.0.0.1", key="")


def _looks() -> list[_Look]:
    """The busiest turn of the first seat, and the decisions after it."""
    busiest, _ = max(
        ((moment.game.version, sum(moment.game.built_up)) for moment in _story(0) if _is_turn(moment)),
        key=lambda found: (found[1], found[0]),
    )
    tale = _story(scene.LOG_EVENTS)
    first = next(moment for moment in tale if moment.game.version == busiest)
    return [_Look(first), *(_Look(moment) for _, moment in zip(range(UPDATES), tale, strict=False))]


def _story(kept: int) -> Any:
    return story.story(MODE, SEATS, SEED, kept=kept)


def _is_turn(moment: Moment) -> bool:
    return engine.actor(moment.game) == 0 and engine.phase(moment.game) == "turn"


def _drawn(look: _Look) -> bytes:
    return scene.page(look.scene(), "").encode()


def _drawn_anew(look: _Look) -> bytes:
    square_view.drawn.cache_clear()
    return _drawn(look)


def _updates(looks: list[_Look]) -> tuple[float, list[bytes]]:
    """The mean cost of an update, and what is sent; only what the page before has drawn is kept."""
    square_view.drawn.cache_clear()
    watch = Watch(looks[0].scene(), after=looks[0].row.version)
    watch.news(looks[0].scene())
    began = time.thread_time()
    sent = [watch.news(look.scene(watch.version)) for look in looks[1:]]
    return (time.thread_time() - began) / len(sent) * 1000, sent


def _cost(draw: Callable[[], object], times: int) -> float:
    draw()
    costs = []
    for _ in range(times):
        began = time.thread_time()
        draw()
        costs.append(time.thread_time() - began)
    return mean(costs) * 1000


def _compressed(data: bytes) -> bytes:
    return gzip.compress(data, _GZIP_LEVEL)


_VISITOR: Final = Visitor(
    player=Player(id="p0", name="Ann", language="en", created_at=0),
    language=choose(None, "en"),
    csrf="c" * 64,
    note=None,
)
