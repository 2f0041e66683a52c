"""Row and viewer → all that templates/table needs, as frozen structs; no template asks the game anything."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from app import engine
from app.engine.room import Room
from app.engine.rules.start import team_of
from app.engine.state import NOBODY, PLAYING, Game
from app.i18n import Language
from app.play import codes
from app.store.games import Row
from app.web import (
    dock_view,
    estate_view,
    labels,
    middle_view,
    rules_view,
    seats_view,
    square_view,
    stories,
    trade_view,
)
from app.web.dock_view import Dock
from app.web.estate_view import Estate
from app.web.middle_view import Middle
from app.web.phrases import Narrator
from app.web.seats_view import SeatSeen
from app.web.square_view import SquareState
from app.web.stories import Line
from app.web.trade_view import Trading


class TableView(Struct, frozen=True):
    """A started game for one viewer, who may be nobody seated (None). `seconds` are left to the actor."""

    id: str
    version: int
    mode: str
    viewer: int | None
    playing: bool
    over: bool
    names: list[str]
    seats: list[SeatSeen]
    squares: list[SquareState]
    middle: Middle
    call: Markup
    seconds: int | None
    dock: Dock
    estate: Estate | None
    trading: Trading
    log: list[Line]
    differences: list[Markup]
    """What is other than in the mode."""

    @property
    def dock_name(self) -> str:
        """The dock's template."""
        return dock_view.template_of(self.dock)

    @property
    def latest(self) -> Markup:
        """What happened last, in words."""
        told = next((line.sentences for line in reversed(self.log) if not line.round), [])
        return Markup(" ").join(told)


def narrator(row: Row, language: Language) -> Narrator:
    """Who tells this table's story in a language."""
    return Narrator(language, row.room.rules, [one.name for one in row.room.sittings])


def table(
    row: Row, viewer: int | None, language: Language, events: Sequence[Mapping[str, Any]], *, now: int
) -> TableView:
    """The table as a viewer sees it; `events` are the contract's, of the versions the log is to show."""
    game = row.game
    assert game is not None, "a waiting room has no table yet"
    say = narrator(row, language)
    seated = viewer is not None and game.standing[viewer] == PLAYING
    seconds = -(-(game.deadline - now) // 1000) if game.agenda else None
    return TableView(
        id=row.id,
        version=game.version,
        mode=labels.mode_name(say, row.room.mode),
        viewer=viewer,
        playing=seated and bool(game.agenda),
        over=not game.agenda,
        names=list(say.names),
        seats=seats_view.seats(game, row.room, viewer),
        squares=square_view.states(game, game.rules, say.names),
        middle=middle_view.middle(game, viewer, say, seconds=seconds if row.status == "playing" else None),
        call=_call(game, viewer, say),
        seconds=seconds,
        dock=dock_view.dock(game, viewer, say),
        estate=estate_view.own(game, viewer, say) if viewer is not None and seated and game.agenda else None,
        trading=trade_view.trading(game, viewer, say, now=now),
        log=stories.log(events, say),
        differences=rules_view.differences(rules_view.usual(row.room), game.rules, say),
    )


def _call(game: Game, viewer: int | None, say: Narrator) -> Markup:
    """What is called out at once to whoever is asked; nothing to the others."""
    if viewer is None or engine.actor(game) != viewer:
        return Markup()
    match engine.phase(game):
        case "turn":
            return say.gettext("It is your turn.")
        case "auction":
            return say.gettext("You are asked for a bid.")
        case "debt":
            return say.gettext("You have to pay.")
        case _:
            return say.gettext("You have to choose.")


class Chair(Struct, frozen=True):
    """A seat of a waiting room; `name` None is free. `bot` is the bot's own name where it can be sent away.

    `page` is where to read of whoever sits there.
    """

    seat: int
    name: str | None
    bot: str | None
    you: bool
    creator: bool
    team: int | None
    contribution: str
    """What the seat adds to the dice."""
    page: str | None = None


class RoomView(Struct, frozen=True):
    """A room that has not started. `invite` is the link to hand on, None for who may not."""

    id: str
    version: int
    mode: str
    mode_code: str
    about: str
    clock: str
    private: bool
    chairs: list[Chair]
    free: int
    viewer: int | None
    creator: bool
    host: str
    """Who begins the game."""
    joinable: bool
    sent_away: bool
    """Whether the creator has taken the viewer's seat back."""
    searchable: bool
    """Whether the viewer waits for another person to begin, who may keep them waiting."""
    teams: list[int]
    invite: str | None
    code: str
    """The short code of a private room, as it is shown; empty without one, and for who may not."""
    commitment: str
    differences: list[Markup]
    """What is other than in the mode."""
    key: str
    """The invitation the viewer came with, to be handed in when joining."""
    seconds: int | None
    """Until bots take the free seats and the game begins; None where somebody opened the room by hand."""


def room(row: Row, player_id: str | None, language: Language, *, origin: str, key: str, now: int) -> RoomView:
    """The waiting room as a person sees it; `origin` is the public address and `key` the invitation brought along."""
    found = row.room
    viewer = found.seat_of(player_id)
    say = narrator(row, language)
    free = found.capacity - len(found.sittings)
    sent_away = viewer is None and player_id in found.barred
    invited = viewer is not None or (not sent_away and (not found.private or key == found.invite))
    return RoomView(
        id=row.id,
        version=row.version,
        mode=labels.mode_name(say, found.mode),
        mode_code=found.mode,
        about=say.gettext(labels.MODES[found.mode][1]),
        clock=found.clock,
        private=found.private,
        chairs=[_chair(found, seat, viewer) for seat in range(found.capacity)],
        free=free,
        viewer=viewer,
        creator=viewer is not None and found.sittings[viewer].player == found.creator,
        host=next((one.name for one in found.sittings if one.player == found.creator), ""),
        joinable=viewer is None and free > 0 and invited,
        sent_away=sent_away,
        searchable=_searchable(found, viewer),
        teams=_open_teams(found),
        invite=invitation(found, origin) if invited else None,
        code=codes.spaced(found.code) if found.code and invited else "",
        commitment=found.commitment,
        differences=rules_view.differences(rules_view.usual(found), found.rules, say),
        key=key if invited else "",
        seconds=None if found.fills_at is None else max(0, -(-(found.fills_at - now) // 1000)),
    )


def _searchable(found: Room, viewer: int | None) -> bool:
    by_hand = found.fills_at is None and not found.private and found.clock == "live"
    return by_hand and viewer is not None and found.sittings[viewer].player != found.creator


def _chair(found: Room, seat: int, viewer: int | None) -> Chair:
    if seat >= len(found.sittings):
        return Chair(seat, None, None, you=False, creator=False, team=None, contribution="")
    one = found.sittings[seat]
    team = team_of(found.rules.teams, seat) if one.team is None else one.team
    return Chair(
        seat=seat,
        name=one.name,
        bot=one.bot,
        you=seat == viewer,
        creator=one.player is not None and one.player == found.creator,
        team=None if team == NOBODY else team,
        contribution=one.contribution,
        page=f"/bots/{one.bot}" if one.player is None else f"/players/{one.player}",
    )


def _open_teams(found: Room) -> list[int]:
    """The sides that still have room; none where there are no sides."""
    if found.rules.teams is None:
        return []
    half = found.capacity // found.rules.teams
    taken = [one.team for one in found.sittings]
    return [team for team in range(found.rules.teams) if taken.count(team) < half]


def invitation(found: Room, origin: str) -> str:
    """The link that leads into a room."""
    address = f"{origin}/games/{found.id}"
    return f"{address}?invite={found.invite}" if found.private else address
