"""What the API answers, beside the game view."""

from typing import Any, Literal

from msgspec import Raw, Struct

from app.web.api.view_shape import Knobs, View


class Profile(Struct, frozen=True, kw_only=True):
    """A person as anybody may see them. `figures` is null where they keep their games private."""

    id: str
    name: str
    handle: str | None
    avatar: str
    """The name of a drawing; empty where none was chosen."""
    level: int
    rank: int
    """1 to 7, one for every ten levels."""
    xp: int
    followers: int
    figures: "Figures | None"


class Figures(Struct, frozen=True, kw_only=True):
    """What a person's finished games come to; `places` says how often they came in at which place."""

    games: int
    wins: int
    places: dict[int, int]
    weeks: dict[str, int]
    """Experience by ISO week, the newest twelve."""


class LeaderSeen(Struct, frozen=True, kw_only=True):
    """Somebody in a leaderboard; who has as much experience shares the place."""

    place: int
    id: str
    name: str
    level: int
    xp: int


class OwnPlace(Struct, frozen=True, kw_only=True):
    """The caller's own place among everybody."""

    place: int
    xp: int


class Leaderboard(Struct, frozen=True, kw_only=True):
    """A page of a week, the best first; `next` is the `cursor` of the next page, `you` null without a place."""

    week: str
    leaders: list[LeaderSeen]
    next: str | None
    you: OwnPlace | None


class Me(Struct, frozen=True, kw_only=True):
    """The caller; `game` is the one unfinished game they sit in.

    `account` says whether they have a way to sign in; a guest has none but the token.
    """

    id: str
    name: str
    level: int
    rank: int
    """1 to 7, one for every ten levels."""
    xp: int
    language: str
    created_at: str
    game: str | None
    account: bool


class QuestSeen(Struct, frozen=True, kw_only=True):
    """A quest and how far it is; at `target` it is done, and its `xp` has been paid."""

    quest: str
    count: int
    target: int
    xp: int


class Quests(Struct, frozen=True, kw_only=True):
    """The quests of a day (`2026-12-01`) or of an ISO week (`2026-W49`); `ends` is when the next ones come."""

    period: str
    ends: str
    quests: list[QuestSeen]


class OwnQuests(Struct, frozen=True, kw_only=True):
    """The three quests of today and the three of this week, in UTC."""

    day: Quests
    week: Quests


class CardSeen(Struct, frozen=True, kw_only=True):
    """A collection card: `bonus` is what it adds to the rent of its square, in percent, the best one alone.

    `level` is the one it was given for, null for a win; `game` is the game that brought it.
    """

    id: int
    square: int
    bonus: int
    rarity: Literal["common", "rare", "epic", "legendary"]
    game: str | None
    level: int | None
    drawn_at: str


class Cards(Struct, frozen=True, kw_only=True):
    """Collection cards, newest first; `next` is the `cursor` of the next page."""

    cards: list[CardSeen]
    next: str | None


class Admitted(Struct, frozen=True, kw_only=True):
    """A new guest. The token is shown this once: send it as `Authorization: Bearer TOKEN`."""

    player: Me
    token: str


class TokenSeen(Struct, frozen=True, kw_only=True):
    """A token as its owner sees it in a list; the secret itself is never shown again."""

    id: str
    name: str
    created_at: str
    last_used_at: str | None


class Tokens(Struct, frozen=True, kw_only=True):
    """Everything that can act as you, oldest first."""

    tokens: list[TokenSeen]


class TokenMade(Struct, frozen=True, kw_only=True):
    """A new token. The secret, `token`, is shown this once."""

    id: str
    name: str
    created_at: str
    last_used_at: None
    token: str


class Invitation(Struct, frozen=True, kw_only=True):
    """A private waiting room and the invitation to join it with."""

    id: str
    invite: str


class OpenRoom(Struct, frozen=True, kw_only=True):
    """A public room that has not started; `taken` of `seats` have somebody on them, `bots` of these a bot."""

    id: str
    mode: str
    clock: str
    """`live` or `daily`."""
    seats: int
    taken: int
    bots: int
    creator: str
    version: int
    created_at: str


class OpenRooms(Struct, frozen=True, kw_only=True):
    """Open rooms, newest first; `next` is the `cursor` of the next page."""

    games: list[OpenRoom]
    next: str | None


class Made(Struct, frozen=True, kw_only=True):
    """A move that was applied: what it told, and the game after it."""

    version: int
    events: list[dict[str, Any]]
    view: View


class Events(Struct, frozen=True, kw_only=True):
    """Up to 500 events, in their order."""

    events: list[Raw]


class Left(Struct, frozen=True, kw_only=True):
    """The last person left, so the room is gone."""

    id: str
    status: Literal["closed"] = "closed"


class Bot(Struct, frozen=True, kw_only=True):
    """A bot with its fixed way of playing."""

    name: str
    description: str


class Bots(Struct, frozen=True, kw_only=True):
    """Every bot there is."""

    bots: list[Bot]


class Modes(Struct, frozen=True, kw_only=True):
    """The rules of every mode by its name, and what a room's creator may set each numeric knob to."""

    modes: dict[str, Knobs]
    bounds: dict[str, tuple[int, int]]


class BoardSquare(Struct, frozen=True, kw_only=True):
    """A square. `price` and `group` are null where nothing can be owned.

    `rents`: a street's by its level; a station's by how many stations its owner has, from none. `factors` is what a
    utility multiplies the dice by, by how many utilities its owner has. `tax` is what the bank asks.
    """

    square: int
    kind: str
    name: str
    group: str | None
    price: int | None
    rents: list[int] | None
    factors: list[int] | None
    build_cost: int | None
    tax: int | None


class Board(Struct, frozen=True, kw_only=True):
    """The forty squares, and the squares of each group."""

    squares: list[BoardSquare]
    groups: dict[str, list[int]]
