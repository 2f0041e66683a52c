"""One person who was two: a guest becomes the account that signs in at the same browser, and people who leave for good.

A guest's seat goes along in the middle of a game. Where both sit in an unfinished game nothing is merged: one person
plays one game at a time, so the guest stays a guest until that game is over.
"""

from typing import Final

from app.store import belongings
from app.store.belongings import Played
from app.store.db import Conflict, Connection, Database

_ATTEMPTS: Final = 5


class BothPlay(Exception):
    """The guest and the account each sit in a game that is not over."""


async def merge(c: Connection, guest_id: str, account_id: str) -> None:
    """Give the account all that is the guest's; a guest who is gone has nothing. In a transaction. Raises BothPlay."""
    if guest_id == account_id:
        return
    games = await belongings.lock_games(c, guest_id)
    if await belongings.lock_persons(c, guest_id, account_id) != {guest_id, account_id}:
        return
    if await belongings.unfinished(c, guest_id) and await belongings.unfinished(c, account_id):
        raise BothPlay
    given = [game.id for game in games if _reseat(game, guest_id, account_id)]
    for game in games:
        await belongings.save_people(c, game)
    await belongings.give(c, guest_id, account_id, given)
    await belongings.drop(c, guest_id)


def _reseat(game: Played, guest_id: str, account_id: str) -> bool:
    """Put the account in the guest's place. False where it sits there itself: that seat stays the nameless guest's."""
    room = game.room
    room.barred = [account_id if one == guest_id else one for one in room.barred]
    seat, own = room.seat_of(guest_id), room.seat_of(account_id)
    if seat is None or own is not None:
        if seat is not None:
            room.sittings[seat].name = belongings.NOBODY
        return False
    room.sittings[seat].player = account_id
    if room.creator == guest_id:
        room.creator = account_id
    return True


async def delete(db: Database, player_id: str) -> None:
    """Forget a person, who sits in no unfinished game any more; old games keep a nameless seat. Raises BothPlay."""
    for _ in range(_ATTEMPTS):
        try:
            async with db.transaction() as c:
                await _delete(c, player_id)
                return
        except Conflict:
            continue
    raise Conflict


async def _delete(c: Connection, player_id: str) -> None:
    games = await belongings.lock_games(c, player_id)
    if player_id not in await belongings.lock_persons(c, player_id):
        return
    if await belongings.unfinished(c, player_id):
        raise BothPlay
    for game in games:
        seat = game.room.seat_of(player_id)
        if seat is not None:
            game.room.sittings[seat].name = belongings.NOBODY
            await belongings.save_people(c, game)
    await belongings.drop(c, player_id)
