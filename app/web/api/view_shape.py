"""The shape of the game view, for the OpenAPI document; the view itself is made by the engine."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

Phase = Literal["waiting", "turn", "choose_move", "teleport", "purchase", "auction", "jackpot", "debt", "over"]


class Knobs(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of one game: seconds, rounds, whole money, percent; null switches a knob off."""

    round_cap: int
    turn_seconds: int
    rent_tax: tuple[int, int] | None
    speed_die_from_round: int | None
    even_building: bool
    levels_per_street_per_turn: int | None
    mortgage_rounds: int | None
    redeem_surcharge: int
    square_20: Literal["jackpot", "rest", "free_parking"]
    start_landing_bonus: int
    deck: Literal["shuffled", "fixed"]
    manage_after_roll: bool
    trade_mortgaged: bool
    missed_turns: int
    teams: Literal[2] | None
    fortune: bool
    collection_cards: bool
    auction_seconds: int
    debt_seconds: int
    choice_seconds: int
    trade_seconds: int | None


class Seat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seat; `cards` are percentages by square."""

    seat: int
    name: str
    kind: Literal["human", "bot"]
    status: Literal["playing", "bankrupt", "surrendered"]
    team: int | None
    cash: int
    square: int
    jailed: bool
    jail_attempts: int
    missed_turns: int
    net_worth: int
    cards: dict[str, int]


class Property(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can be owned; an `owner` of null is nobody."""

    owner: int | None
    level: int
    mortgaged: bool
    lapses_in_round: int | None


class AuctionState(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An auction: `asked` is what the next bid costs."""

    square: int
    asked: int
    leader: int | None
    passed: list[int]


class DebtItem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a debt; `to` null is the bank."""

    to: int | None
    amount: int
    reason: str
    square: int | None


class DebtState(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a seat has to pay before play goes on."""

    seat: int
    total: int
    items: list[DebtItem]


class TradeSide(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side of an offer puts in."""

    cash: int
    squares: list[int]


class OpenOffer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"origin": "from"}):
    """An offer that can be answered now; a `deadline` of null is the end of the proposer's phase."""

    id: int
    origin: int
    to: int
    give: TradeSide
    get: TradeSide
    deadline: str | None


class FortuneState(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the god of wealth stands, and the blessed group."""

    god: int
    blessed: str | None


class Standing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place in the final order."""

    seat: int
    place: int
    net_worth: int


class Fairness(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes the dice verifiable: `commitment` is the SHA-256 of the seed, `revealed` the seed after the end."""

    commitment: str
    contributions: list[str]
    revealed: str | None


class Numbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many different numbers a bet takes, and which."""

    fewest: int
    most: int
    first: int = field(name="from")
    last: int = field(name="to")


class Squares(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The squares to choose from: all of a range but one."""

    first: int = field(name="from")
    last: int = field(name="to")
    but: int = field(name="except")


class LegalAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action that is legal now: ready to be sent, or with the bounds of its field where there are many."""

    type: str
    square: int | Squares | UnsetType = UNSET
    steps: int | UnsetType = UNSET
    trade: int | UnsetType = UNSET
    numbers: Numbers | UnsetType = UNSET
    to: list[int] | UnsetType = UNSET


class You(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The caller's seat and what it may do now."""

    seat: int
    legal: list[LegalAction]


class View(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A room or a game as everybody may see it.

    `you` is there for a seated caller, `invite` and its short `code` for one in a private room.
    """

    id: str
    version: int
    mode: str
    status: Literal["waiting", "playing", "over"]
    round: int
    phase: Phase
    turn: int | None
    actor: int | None
    deadline: str | None
    dice: list[int | str] | None
    doubles: int
    rules: Knobs
    seats: list[Seat]
    properties: dict[str, Property]
    auction: AuctionState | None
    debt: DebtState | None
    trades: list[OpenOffer]
    fortune: FortuneState | None
    deck_left: int
    winners: list[int]
    standings: list[Standing]
    fairness: Fairness
    capacity: int
    private: bool
    clock: Literal["live", "daily"]
    creator: int | None
    """The seat that may add bots and start."""
    you: You | UnsetType = UNSET
    invite: str | UnsetType = UNSET
    code: str | UnsetType = UNSET
    fills_at: str | UnsetType = UNSET
    """While it waits, a room of `/find`: when bots take the free seats and the game begins."""
