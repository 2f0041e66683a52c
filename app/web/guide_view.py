"""The chapters of the guide: what each is called, which knobs it is about, what it shows, and where its page is."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from markupsafe import Markup
from msgspec import Struct

from app.engine.modes import CLASSIC, MODES, Rules, changed
from app.engine.names import N_
from app.engine.room import Room
from app.web import labels, rules_view
from app.web.guide import money, moves, tables
from app.web.speech import Speech

HOME: Final = "/guide"
USUAL: Final = "classic"
"""The mode the guide speaks of where none is chosen."""


class Chapter(Struct, frozen=True):
    """A chapter; its word is that of the rule's module, of its scenarios and of its template.

    `facts` says its numbers. `knobs` are what a room may have otherwise in it.
    """

    slug: str
    title: str
    summary: str
    facts: Callable[[Rules, Speech], Struct] | None = None
    knobs: tuple[str, ...] = ()


CHAPTERS: Final = (
    Chapter(
        "board",
        N_("The board"),
        N_("Where everything lies, and what it costs and brings."),
        tables.board,
        ("square_20",),
    ),
    Chapter("start", N_("Seats and start"), N_("Who plays, with how much money, and who begins."), tables.start),
    Chapter(
        "turns",
        N_("A turn"),
        N_("Roll, move, do what the square says; a double rolls again."),
        moves.turns,
        ("start_landing_bonus", "manage_after_roll", "speed_die_from_round"),
    ),
    Chapter("landing", N_("Landing"), N_("What each kind of square does to you."), moves.landing, ("square_20",)),
    Chapter(
        "auctions",
        N_("Auctions"),
        N_("What one player does not want goes to the highest bidder."),
        moves.auction,
        ("auction_seconds",),
    ),
    Chapter("jackpot", N_("Jackpot"), N_("A bet on a single die, if you like."), tables.jackpot, ("square_20",)),
    Chapter(
        "rent",
        N_("Rent"),
        N_("What a visitor pays, and why late rents reach their owner no more."),
        money.rent,
        ("rent_tax", "collection_cards", "fortune"),
    ),
    Chapter(
        "building",
        N_("Building and mortgages"),
        N_("How rents rise, and how to borrow on what you own."),
        money.build,
        ("even_building", "levels_per_street_per_turn", "manage_after_roll", "mortgage_rounds", "redeem_surcharge"),
    ),
    Chapter(
        "debts",
        N_("Debts"),
        N_("A pause to raise money, so that nothing is taken from you unseen."),
        money.debt,
        ("debt_seconds", "manage_after_roll"),
    ),
    Chapter(
        "bankruptcy",
        N_("Bankruptcy and surrender"),
        N_("When a player is out, and what becomes of everything they had."),
        money.bankrupt,
    ),
    Chapter("jail", N_("Jail"), N_("How you get in, and the ways out."), tables.jail),
    Chapter("chance", N_("Chance"), N_("All the cards, and how they are drawn."), tables.chance, ("deck",)),
    Chapter(
        "trades",
        N_("Trades"),
        N_("Offers between players, and what counts as fair."),
        moves.trade,
        ("trade_seconds", "trade_mortgaged"),
    ),
    Chapter(
        "speed_die",
        N_("The speed die"),
        N_("A third die with numbers, a bus and a leap."),
        tables.speed_die,
        ("speed_die_from_round",),
    ),
    Chapter(
        "clocks",
        N_("Clocks"),
        N_("How long you may think, and what happens when time runs out."),
        tables.clocks,
        ("turn_seconds", "auction_seconds", "debt_seconds", "choice_seconds", "trade_seconds", "missed_turns"),
    ),
    Chapter("ending", N_("The end"), N_("How a game is won."), moves.ending, ("round_cap",)),
    Chapter(
        "modes",
        N_("Modes"),
        N_("All ways to play, side by side, and the rules of Fortune."),
        tables.modes,
        tuple(knob.name for knob in rules_view.KNOBS),
    ),
    Chapter(
        "progress",
        N_("After the game"),
        N_("Experience, levels, collection cards and quests."),
        tables.after,
        ("collection_cards",),
    ),
    Chapter("fine_print", N_("Fine print"), N_("The rare cases, settled one by one."), tables.fine_print),
)
"""In the order of the rulebook, whose first chapter is 1."""
SLUGS: Final = {chapter.slug: chapter for chapter in CHAPTERS}

_OF_DOCK: Final[Mapping[str, str]] = {
    "turn": "turns",
    "choose_move": "speed_die",
    "teleport": "speed_die",
    "purchase": "landing",
    "auction": "auctions",
    "jackpot": "jackpot",
    "debt": "debts",
    "idle": "turns",
    "over": "ending",
}
"""Which chapter helps with what the table asks, by the name of the dock's template."""


def url(slug: str | None, game_id: str | None = None, mode: str | None = None) -> str:
    """The page of a chapter, or of the contents: as a room plays it, or as a mode does."""
    start = f"/games/{game_id}{HOME}" if game_id else HOME
    query = f"?mode={mode}" if mode and not game_id else ""
    return f"{start}/{slug}{query}" if slug else f"{start}{query}"


def help_url(dock: str, game_id: str, *, jailed: bool = False) -> str:
    """The chapter about what the table asks now."""
    return url("jail" if jailed else _OF_DOCK[dock], game_id)


class Entry(Struct, frozen=True):
    """A chapter in the contents. `number` is the rulebook's."""

    number: int
    slug: str
    title: Markup
    summary: Markup
    url: str


class Tab(Struct, frozen=True):
    """A mode that can be chosen."""

    name: str
    url: str
    chosen: bool


class Told(Struct, frozen=True):
    """By which rules the guide is told: those of a room, or of a mode. `game_id` None is no room."""

    mode: str
    rules: Rules
    game_id: str | None = None

    @classmethod
    def of_room(cls, room: Room) -> "Told":
        """As the room plays."""
        return cls(room.mode, room.rules, room.id)

    @classmethod
    def of_mode(cls, mode: str) -> "Told":
        """As the mode is played."""
        return cls(mode, MODES[mode])

    def link(self, slug: str | None) -> str:
        """The page of a chapter by the same rules."""
        return url(slug, self.game_id, None if self.mode == USUAL else self.mode)


def entries(told: Told, say: Speech) -> list[Entry]:
    """The contents."""
    return [
        Entry(number, one.slug, say.gettext(one.title), say.gettext(one.summary), told.link(one.slug))
        for number, one in enumerate(CHAPTERS, 1)
    ]


def tabs(told: Told, slug: str | None, say: Speech) -> list[Tab]:
    """The same page for every mode; a room plays one only."""
    if told.game_id:
        return []
    return [
        Tab(labels.mode_name(say, mode), url(slug, None, None if mode == USUAL else mode), mode == told.mode)
        for mode in MODES
    ]


def differences(room: Room, slug: str | None, say: Speech) -> list[Markup]:
    """What a room plays otherwise than its mode: of one chapter, or of all."""
    return _differences(rules_view.usual(room), room.rules, slug, say)


def mode_differences(told: Told, slug: str | None, say: Speech) -> list[Markup]:
    """What a mode plays otherwise than the classic one."""
    return _differences(CLASSIC, MODES[told.mode], slug, say)


def _differences(usual: Rules, rules: Rules, slug: str | None, say: Speech) -> list[Markup]:
    if slug is not None:
        rules = changed(usual, {name: _written(getattr(rules, name)) for name in SLUGS[slug].knobs})
    return rules_view.differences(usual, rules, say)


def _written(value: Any) -> Any:
    """A knob's value as a wish writes it."""
    return list(value) if isinstance(value, tuple) else value
