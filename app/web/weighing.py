"""What a trade weighs: whether its sides are even enough, and what it would do to groups, in words with numbers."""

from markupsafe import Markup
from msgspec import Struct

from app.engine.board import GROUP, GROUP_SIZE, GROUPS
from app.engine.rules.trades import fair
from app.engine.state import Game, Half
from app.engine.worth import holds
from app.web import labels
from app.web.phrases import Narrator


class Effect(Struct, frozen=True):
    """What the trade does to a group: `kind` is "full", "broken" or "grown"."""

    group: str
    letter: str
    kind: str
    told: Markup


def weighed(give: int, get: int, say: Narrator, *, partners: bool) -> Markup:
    """Whether two sides are even enough. `give` is what the reader would give."""
    if not give + get:
        return say.gettext("Choose what each side gives.")
    if partners:
        return say.gettext("Partners may give each other anything.")
    if fair(give, get):
        percent = say.language.percent(min(give, get) * 100 // max(give, get))
        return say.gettext("Even enough: the smaller side is worth %(percent)s of the larger.", percent=percent)
    missing = -(-max(give, get) // 2) - min(give, get)
    if give < get:
        return say.gettext("Too uneven: give at least %(missing)s more, or ask for less.", missing=say.money(missing))
    return say.gettext("Too uneven: ask for at least %(missing)s more, or give less.", missing=say.money(missing))


def effects(game: Game, seat: int, to: int, give: Half, get: Half, say: Narrator) -> list[Effect]:
    """What would become of the groups that the trade touches, the reader's own first and whole groups before parts."""
    groups = sorted({GROUP[square] for square in (*give.squares, *get.squares)})
    found = []
    for one, gains, losses in ((seat, get, give), (to, give, get)):
        for group in groups:
            change = _count(gains, group) - _count(losses, group)
            effect = _effect(game, one, group, change, say, own=one == seat)
            if effect is not None:
                found.append(effect)
    return sorted(found, key=lambda one: one.kind == "grown")


def _count(half: Half, group: int) -> int:
    return sum(GROUP[square] == group for square in half.squares)


def _effect(game: Game, seat: int, group: int, change: int, say: Narrator, *, own: bool) -> Effect | None:
    size = GROUP_SIZE[group]
    before = holds(game, seat, group)
    after = before + change
    code = GROUPS[group]
    group_name = labels.group_name(say, code)
    values = {"name": say.seat(seat), "group": group_name, "n": say.number(after), "size": say.number(size)}
    if change > 0 and after == size:
        kind = "full"
        told = (
            say.gettext("You would hold all of %(group)s.", **values)
            if own
            else say.gettext("%(name)s would hold all of %(group)s.", **values)
        )
    elif change < 0 and before == size:
        kind = "broken"
        told = (
            say.gettext("You would no longer hold all of %(group)s.", **values)
            if own
            else say.gettext("%(name)s would no longer hold all of %(group)s.", **values)
        )
    elif change > 0:
        kind = "grown"
        told = (
            say.gettext("You would hold %(n)s of %(size)s of %(group)s.", **values)
            if own
            else say.gettext("%(name)s would hold %(n)s of %(size)s of %(group)s.", **values)
        )
    else:
        return None
    return Effect(code, labels.LETTERS[code], kind, told)
