"""What a program can know of its person's progress: quests and collection cards."""

from typing import Any, Final

from litestar import get
from litestar.params import FromQuery

from app.engine.moments import iso
from app.play.periods import day_of, next_day, next_week, week_of
from app.play.progress import rarity_of
from app.play.quests import chosen, reward
from app.store import progress, quests
from app.store.progress import Card
from app.web import deps
from app.web.api.documented import documented
from app.web.api.gives import Cards, CardSeen, OwnQuests, Quests, QuestSeen
from app.web.deps import Asked, Malformed
from app.web.guards import requires_player

PAGE: Final = 100
_DIGITS: Final = 18


@get("/me/quests", guards=[requires_player], opt=documented(gives=OwnQuests, problems=(401,)))
async def read_quests(request: Asked) -> OwnQuests:
    """Your quests.

    Three a day and three a week, counted at the end of each game that reached round 10, and paid by themselves.
    """
    now = deps.moment()
    day, week, player = day_of(now), week_of(now), request.user.id
    async with deps.database(request).connection() as c:
        counts = await quests.counts(c, [player], [day, week])
    started = {(period, quest): count for (_, period, quest), count in counts.items()}
    return OwnQuests(
        day=_quests(player, day, next_day(now), started), week=_quests(player, week, next_week(now), started)
    )


def _quests(player: str, period: str, ends: int, started: dict[tuple[str, str], int]) -> Quests:
    seen = [
        QuestSeen(
            quest=one.name,
            count=started.get((period, one.name), 0),
            target=one.target(period),
            xp=reward(period),
        )
        for one in chosen(period, player)
    ]
    return Quests(period=period, ends=iso(ends), quests=seen)


@get(
    "/me/cards",
    guards=[requires_player],
    opt=documented(gives=Cards, query={"cursor": "`next` of the page before."}, problems=(400, 401)),
)
async def list_cards(request: Asked, cursor: FromQuery[str | None] = None) -> Cards:
    """Your collection cards.

    Newest first, a hundred a page. The best one of each square counts in the games that you start from now on.
    """
    before = _before(cursor)
    async with deps.database(request).connection() as c:
        found = await progress.cards_of(c, request.user.id, before=before, limit=PAGE + 1)
    more = len(found) > PAGE
    return Cards(cards=[_card(one) for one in found[:PAGE]], next=str(found[PAGE - 1].id) if more else None)


def _before(cursor: str | None) -> int | None:
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= _DIGITS):
        raise Malformed("This cursor is none of ours.")
    return int(cursor)


def _card(one: Card) -> CardSeen:
    return CardSeen(
        id=one.id,
        square=one.square,
        bonus=one.bonus,
        rarity=rarity_of(one.bonus),
        game=one.game_id,
        level=one.level,
        drawn_at=iso(one.drawn_at),
    )


ROUTES: Final[tuple[Any, ...]] = (read_quests, list_cards)
