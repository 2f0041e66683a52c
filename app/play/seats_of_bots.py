"""The bots of a table as the pipeline sees them: whose decision is wanted, how long it may take, and what it is."""

import hashlib
import logging
import random
from typing import Final

from app import bots, engine
from app.engine import Action
from app.engine.actions import RejectTrade, read
from app.engine.room import Room
from app.engine.state import PLAYING, Game

_LOG: Final = logging.getLogger(__name__)

OFFER_PATIENCE_MS: Final = 15_000
"""How long a bot that has made a person an offer waits before it plays on and the offer lapses."""

_LAST_RESORT: Final = ("roll", "decline", "pass", "skip_bet", "pay", "mortgage", "sell", "bankrupt", "choose_move")


def wanted(game: Game, room: Room) -> int | None:
    """The bot that has something to decide: one that was made an offer, else the actor if it is a bot."""
    if not game.agenda:
        return None
    for offer in game.offers:
        if room.sittings[offer.to].player is None:
            return offer.to
    seat = engine.actor(game)
    return seat if seat is not None and room.sittings[seat].player is None else None


def pause(game: Game, room: Room) -> int:
    """How long a bot thinks, in ms: the room's pause, or nothing once no person is left in the game."""
    watched = any(one.player is not None and game.standing[seat] == PLAYING for seat, one in enumerate(room.sittings))
    return room.pause if watched else 0


def patience(game: Game, room: Room) -> int:
    """How long until the wanted bot acts, in ms: longer while a person may still answer its offer."""
    thinking = pause(game, room)
    seat = engine.actor(game)
    waits = any(offer.origin == seat and room.sittings[offer.to].player is not None for offer in game.offers)
    return max(thinking, OFFER_PATIENCE_MS) if thinking and waits else thinking


def decide(game: Game, room: Room, seat: int) -> Action:
    """What the bot does. A choice the rules refuse is a mistake of ours: it is logged, and something legal is done."""
    temper = bots.TEMPERS.get(room.sittings[seat].bot or "") or next(iter(bots.TEMPERS.values()))
    whim = random.Random(hashlib.sha256(f"{room.id} {game.version} {seat}".encode()).digest()).random
    offers = [offer for offer in game.offers if offer.to == seat]
    if offers:
        action = bots.answer(game, seat, temper, whim) or RejectTrade(offers[0].id)
    else:
        action = bots.choose(game, seat, temper, whim)
    refusal = engine.why_not(game, seat, action)
    if refusal is None:
        return action
    _LOG.error("bot %s chose %s in game %s: %s", temper.name, action, room.id, refusal.code)
    return _something_legal(game, seat)


def _something_legal(game: Game, seat: int) -> Action:
    """The plainest way on."""
    offers = [offer for offer in game.offers if offer.to == seat]
    if offers:
        return RejectTrade(offers[0].id)
    for entry in engine.legal(game, seat):
        if entry["type"] in _LAST_RESORT:
            return read(entry)
        if entry["type"] == "teleport":
            return read({"type": "teleport", "square": 0 if game.square[seat] else 1})
    raise AssertionError(f"nothing legal for seat {seat}")
