"""A person as a page shows them: level, the way to the next, figures, and the experience of each week as a drawing."""

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from app.engine.names import N_
from app.people.profiles import drawing
from app.play.periods import week_of
from app.play.progress import RANKS, level_of, rank_of, xp_at
from app.store.leaders import Week
from app.store.players import Player
from app.web.speech import Speech

RANK_NAMES: Final = (
    N_("Visitor"),
    N_("Tenant"),
    N_("Householder"),
    N_("Landlord"),
    N_("Builder"),
    N_("Magnate"),
    N_("City founder"),
)
"""The ranks of rulebook 18, from the first on."""
WEEKS: Final = 12
_WEEK_MS: Final = 7 * 86_400_000
_BAR: Final = 22
_GAP: Final = 10
"""So that five digits over a bar do not touch the five over the next."""
_HEIGHT: Final = 90
_HEAD: Final = 14


class Standing(Struct, frozen=True):
    """How far a person has come: `into` of `needed` experience towards the next level.

    `rank_name` is a message of the catalogues.
    """

    level: int
    rank: int
    rank_name: str
    ranks: int
    xp: int
    into: int
    needed: int


class Figures(Struct, frozen=True):
    """What a person's games come to. `places` are pairs of place and how often."""

    games: int
    wins: int
    places: list[tuple[int, int]]
    weeks: list[Week]
    chart: Markup


class Face(Struct, frozen=True):
    """A person beside whatever is told of them."""

    id: str
    name: str
    drawing: str
    handle: str | None
    standing: Standing


def standing(xp: int) -> Standing:
    """How far so much experience has led."""
    level = level_of(xp)
    rank = rank_of(level)
    begins = xp_at(level)
    return Standing(level, rank, RANK_NAMES[rank - 1], RANKS, xp, xp - begins, xp_at(level + 1) - begins)


def face(player: Player) -> Face:
    """The person."""
    return Face(player.id, player.name, drawing(player.avatar, player.id), player.handle, standing(player.xp))


def figures(places: Mapping[int, int], weeks: Sequence[Week], say: Speech, *, now: int) -> Figures:
    """What the games come to, with the last weeks, also those that brought nothing."""
    brought = {one.week: one.xp for one in weeks}
    names = [week_of(now - ago * _WEEK_MS) for ago in reversed(range(WEEKS))]
    shown = [Week(name, brought.get(name, 0)) for name in names]
    return Figures(
        games=sum(places.values()),
        wins=places.get(1, 0),
        places=sorted(places.items()),
        weeks=shown,
        chart=chart(shown, say),
    )


def chart(weeks: Sequence[Week], say: Speech) -> Markup:
    """A bar a week; the table beside it says the same."""
    most = max((one.xp for one in weeks), default=0) or 1
    width = len(weeks) * (_BAR + _GAP)
    bars = Markup().join(_bar(number, one, most, say) for number, one in enumerate(weeks))
    return Markup(
        '<svg class="weeks" viewBox="0 0 {} {}" role="img" aria-label="{}" direction="ltr">'
        '<path class="floor" d="M0 {}H{}"/>{}</svg>'
    ).format(width, _HEAD + _HEIGHT + 18, say.gettext("Experience by week"), _HEAD + _HEIGHT, width, bars)


def _bar(number: int, one: Week, most: int, say: Speech) -> Markup:
    x, height = number * (_BAR + _GAP) + _GAP // 2, round(_HEIGHT * one.xp / most)
    middle = x + _BAR / 2
    floor = _HEAD + _HEIGHT
    label = Markup('<text class="week" x="{}" y="{}">{}</text>').format(middle, floor + 14, one.week[-2:])
    if not one.xp:
        return label
    bar = Markup('<rect x="{}" y="{}" width="{}" height="{}" rx="2"/>').format(x, floor - height, _BAR, height)
    return bar + Markup('<text x="{}" y="{}">{}</text>').format(middle, floor - height - 3, say.number(one.xp)) + label
