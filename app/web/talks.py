"""A place to talk for one reader: which lines they see, whether they may write, and how lines are drawn and sent."""

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from app.engine.errors import Illegal
from app.engine.rules.start import team_of
from app.people import talk
from app.people.order import may_play_with_others
from app.play.errors import Forbidden
from app.store import chat
from app.store.chat import LOBBY, Heard, Kind, Line, Other
from app.store.db import Connection
from app.store.games import Row
from app.store.players import Player
from app.store.wakes import TALK, Wakes
from app.web import deps, limits, render
from app.web.limits import Allowance
from app.web.speech import trusted
from app.web.visitor import Visitor

SHOWN: Final = 60
"""How many lines a page begins with, and at most sends at once."""

DATED_MS: Final = 12 * 3_600_000
"""Older lines say when they were written; what is of today needs no clock beside it."""

LINES_BY_PLAYER: Final = Allowance("line by player", times=6, seconds=10)
LINES_BY_PLAYER_LONG: Final = Allowance("lines by player", times=60, seconds=600)
LINES_BY_ADDRESS: Final = Allowance("line by address", times=60, seconds=10)
LINES_BY_ADDRESS_LONG: Final = Allowance("lines by address", times=1200, seconds=600)


class Place(Struct, frozen=True):
    """Where somebody is: the lobby or a game. `side` is theirs where they have partners to talk to alone."""

    id: str
    url: str
    side: int | None
    writes: bool
    """Whether they have a seat, or it is the lobby and they have a name."""
    people: tuple[Other, ...] = ()
    """Who else has a seat."""

    @property
    def news(self) -> str:
        """What wakes call it."""
        return TALK + self.id


class Talk(Struct, frozen=True, kw_only=True):
    """What the panel shows. `last` is the number of the newest line, from where it goes on."""

    place: Place
    last: int
    lines: Markup
    muted: list[Other]
    stranger: bool


def lobby(player: Player | None) -> Place:
    """The lobby as somebody finds it."""
    return Place(LOBBY, "/chat", None, player is not None)


def at_game(row: Row, player: Player | None) -> Place:
    """A room or table; who only looks on reads, and sides are fixed when the game begins."""
    reader = player.id if player else None
    seat = row.room.seat_of(reader)
    teams = row.room.rules.teams
    side = None if row.game is None or teams is None or seat is None else team_of(teams, seat)
    others = tuple(Other(one.player, one.name) for one in row.room.sittings if one.player and one.player != reader)
    return Place(row.id, f"/games/{row.id}/chat", side, seat is not None, others)


async def newer(c: Connection, place: Place, player: Player | None, number: int) -> Heard:
    """What is new there for a person after a number."""
    reader = player.id if player else None
    return await chat.after(c, place.id, number, side=place.side, reader=reader, most=SHOWN)


async def talk_at(c: Connection, place: Place, who: Visitor) -> Talk:
    """The panel, filled."""
    found = await newer(c, place, who.player, 0)
    return Talk(
        place=place,
        last=found.last,
        lines=trusted(drawn(found, place, who)),
        muted=await chat.muted_by(c, who.player.id) if who.player else [],
        stranger=who.player is None,
    )


def drawn(heard: Heard, place: Place, who: Visitor) -> str:
    """What is new as a page takes it in; nothing for nothing."""
    if not heard.last:
        return ""
    return render.page(
        "chat/lines.html",
        who.frame,
        heard=heard,
        dated_before=deps.moment() - DATED_MS,
        place=place,
        reader=who.player_id,
        phrases=talk.PHRASES,
        stickers=talk.STICKERS,
    )


def panel(talk_shown: Talk, who: Visitor, note: Markup | None = None) -> str:
    """The inside of the chat."""
    return render.page(
        "chat/_chat-body.html",
        who.frame,
        talk=talk_shown,
        note=note,
        phrases=talk.PHRASES,
        stickers=talk.STICKERS,
    )


def message(html: str) -> bytes:
    """Lines as one message of a table's stream, without a number of its own: those count the table's versions."""
    return f"event: chat\ndata: {' '.join(html.splitlines())}\n\n".encode()


class Said(Struct, frozen=True):
    """What somebody wants to say, and whether to their side alone."""

    kind: Kind
    text: str
    aside: bool


def wanted(fields: Mapping[str, str], *, aside: bool) -> Said:
    """What a form asks to say: a sticker or phrase counts more than what stands half typed beside it."""
    kinds: tuple[Kind, ...] = ("sticker", "phrase", "text")
    kind: Kind = next((kind for kind in kinds if fields.get(kind)), "text")
    return Said(kind, fields.get(kind, ""), aside)


async def say(c: Connection, wakes: Wakes, place: Place, player: Player, said: Said, *, now: int, where: str) -> Line:
    """Somebody says something; `where` is their address. Raises BadLine, Forbidden, Suspended, TooMany, Illegal."""
    if not place.writes:
        raise Forbidden
    may_play_with_others(player, now)
    if said.aside and place.side is None:
        raise Illegal("invalid_choice", {"field": "side"})
    await _spend(c, player, where, now)
    side = place.side if said.aside else None
    line = Line(0, place.id, side, player.id, player.name, said.kind, talk.said(said.kind, said.text), now)
    line = replace(line, id=await chat.create(c, line))
    if place.id != LOBBY:
        await wakes.tell(c, place.news, line.id)
    return line


async def _spend(c: Connection, player: Player, where: str, now: int) -> None:
    for allowance, whose in (
        (LINES_BY_PLAYER, player.id),
        (LINES_BY_PLAYER_LONG, player.id),
        (LINES_BY_ADDRESS, where),
        (LINES_BY_ADDRESS_LONG, where),
    ):
        await limits.spend(c, allowance, whose, now=now)
