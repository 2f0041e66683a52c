"""The public view of the contract: what pages, scripts, bots and scenario files read of a game. Nothing secret."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from app.engine.agenda import PHASES, Auction, Debt, debt_total
from app.engine.agenda import waiting as waiting_entry
from app.engine.board import GROUPS, PROPERTIES, SQUARE_20
from app.engine.legal import legal
from app.engine.modes import knobs
from app.engine.moments import iso
from app.engine.room import Room, Sitting
from app.engine.rules.ending import places
from app.engine.rules.start import CASH, team_of
from app.engine.state import NOBODY, STANDINGS, Game, Offer
from app.engine.worth import net_worth

View = dict[str, object]

_PROPERTIES: Final = tuple((str(square), square) for square in PROPERTIES)


def view(game: Game | None, room: Room, viewer: int | None) -> View:
    """The whole view for a seat, or for somebody who only looks on (None). `game` is None while the room waits."""
    shown = waiting(room) if game is None else table(game, room)
    if viewer is not None:
        shown["you"] = {"seat": viewer, "legal": [] if game is None else legal(game, viewer)}
    return shown


def table(game: Game, room: Room) -> View:
    """A started game, the same for everybody."""
    over = not game.agenda
    top = None if over else waiting_entry(game.agenda)
    return {
        "id": room.id,
        "version": game.version,
        "mode": room.mode,
        "status": "over" if over else "playing",
        "round": game.round,
        "phase": "over" if top is None else PHASES[type(top)],
        "turn": game.turn,
        "actor": None if top is None else top.seat,
        "deadline": None if over else iso(game.deadline),
        "dice": game.dice or None,
        "doubles": game.doubles,
        "rules": knobs(game.rules),
        "seats": [_seat(game, seat, one) for seat, one in enumerate(room.sittings)],
        "properties": _properties(game),
        "auction": _auction(top) if isinstance(top, Auction) else None,
        "debt": _debt(top) if isinstance(top, Debt) else None,
        "trades": [_offer(offer) for offer in game.offers],
        "fortune": _fortune(game.god, game.blessed) if game.rules.fortune else None,
        "deck_left": game.deck_left,
        "winners": game.winners,
        "standings": _standings(game) if over else [],
        **_frame(room),
    }


def waiting(room: Room) -> View:
    """A room that has not started: the same fields, nothing played yet."""
    return {
        "id": room.id,
        "version": room.version,
        "mode": room.mode,
        "status": "waiting",
        "round": 1,
        "phase": "waiting",
        "turn": None,
        "actor": None,
        "deadline": None,
        "dice": None,
        "doubles": 0,
        "rules": knobs(room.rules),
        "seats": [_newcomer(room, seat, one) for seat, one in enumerate(room.sittings)],
        "properties": {
            str(square): {"owner": None, "level": 0, "mortgaged": False, "lapses_in_round": None}
            for square in PROPERTIES
        },
        "auction": None,
        "debt": None,
        "trades": [],
        "fortune": _fortune(SQUARE_20, NOBODY) if room.rules.fortune else None,
        "deck_left": 0,
        "winners": [],
        "standings": [],
        **_frame(room),
    }


def _frame(room: Room) -> View:
    return {
        "capacity": room.capacity,
        "private": room.private,
        "clock": room.clock,
        "creator": room.seat_of(room.creator),
        "fairness": {
            "commitment": room.commitment,
            "contributions": [one.contribution for one in room.sittings],
            "revealed": room.revealed,
        },
    }


def _seat(game: Game, seat: int, one: Sitting) -> View:
    return {
        "seat": seat,
        "name": one.name,
        "kind": one.kind,
        "status": STANDINGS[game.standing[seat]],
        "team": _known(game.team[seat]),
        "cash": game.cash[seat],
        "square": game.square[seat],
        "jailed": game.jailed[seat],
        "jail_attempts": game.jail_attempts[seat],
        "missed_turns": game.missed_turns[seat],
        "net_worth": net_worth(game, seat),
        "cards": _cards(game.cards[seat]),
    }


def _newcomer(room: Room, seat: int, one: Sitting) -> View:
    return {
        "seat": seat,
        "name": one.name,
        "kind": one.kind,
        "status": STANDINGS[0],
        "team": _known(team_of(room.rules.teams, seat)) if one.team is None else one.team,
        "cash": CASH,
        "square": 0,
        "jailed": False,
        "jail_attempts": 0,
        "missed_turns": 0,
        "net_worth": CASH,
        "cards": _cards(one.cards),
    }


def _cards(cards: dict[int, int]) -> dict[str, int]:
    return {str(square): percent for square, percent in sorted(cards.items())}


def _known(number: int) -> int | None:
    return None if number == NOBODY else number


def _properties(game: Game) -> View:
    owner, level, mortgaged, lapses = game.owner, game.level, game.mortgaged, game.lapses
    return {name: _property(owner[at], level[at], mortgaged[at], lapses[at]) for name, at in _PROPERTIES}


@lru_cache(4096)
def _property(owner: int, level: int, mortgaged: bool, lapses: int) -> View:  # noqa: FBT001  # a column each
    """Shared by all views that show the same: a view is read, never written to."""
    return {"owner": _known(owner), "level": level, "mortgaged": mortgaged, "lapses_in_round": lapses or None}


def _auction(auction: Auction) -> View:
    return {
        "square": auction.square,
        "asked": auction.asked,
        "leader": _known(auction.leader),
        "passed": auction.passed,
    }


def _debt(debt: Debt) -> View:
    items = [
        {"to": _known(item.to), "amount": item.amount, "reason": item.reason, "square": _known(item.square)}
        for item in debt.items
    ]
    return {"seat": debt.seat, "total": debt_total(debt), "items": items}


def _offer(offer: Offer) -> View:
    return {
        "id": offer.id,
        "from": offer.origin,
        "to": offer.to,
        "give": _half(offer.give.cash, offer.give.squares),
        "get": _half(offer.get.cash, offer.get.squares),
        "deadline": iso(offer.deadline) if offer.deadline else None,
    }


def _half(cash: int, squares: Sequence[int]) -> View:
    return {"cash": cash, "squares": list(squares)}


def _fortune(god: int, blessed: int) -> View:
    return {"god": god, "blessed": None if blessed == NOBODY else GROUPS[blessed]}


def _standings(game: Game) -> list[View]:
    return [{"seat": seat, "place": place, "net_worth": net_worth(game, seat)} for seat, place in places(game)]
