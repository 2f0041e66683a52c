"""What nobody will ask for again is thrown away, and nothing else."""

from msgspec.structs import replace

from app.jobs.tidy import ANSWER_MS, COUNT_MS, ROOM_MS, tidy
from app.people.talk import KEPT_MS
from app.play import rooms
from app.play.rooms import Wish
from app.store import answers, chat, games, limits, players, reports, sign_ins
from app.store.answers import Answer
from app.store.chat import Line
from app.store.db import Database
from app.store.judgements import LARGEST
from app.store.wakes import Wakes
from tests.jobs.build import duel, now


async def test_an_abandoned_room_is_closed_and_its_people_are_free(db: Database, wakes: Wakes) -> None:
    async with db.connection() as c:
        ana = await players.create(c, name="Ana", language="en")
    wish = Wish(mode="classic", seats=2)
    room = await rooms.create(db, wakes, ana, wish, default_pause=0, now=now())
    running = await duel(db, wakes, ago_ms=0)
    assert await tidy(db, now=now() + ROOM_MS - 60_000) == 0
    assert await tidy(db, now=now() + ROOM_MS + 60_000) == 1
    async with db.connection() as c:
        assert await games.read(c, room.id) is None
        assert await games.read(c, running.id) is not None
        assert await games.unfinished_of(c, ana.id) is None


async def test_answers_are_kept_for_a_day(db: Database) -> None:
    async with db.transaction() as c:
        ana = await players.create(c, name="Ana", language="en")
        await answers.claim(c, ana.id, key="k", body=b"b")
        await answers.save(c, ana.id, key="k", answer=Answer(200, b"first"))
    await tidy(db, now=now() + ANSWER_MS - 60_000)
    async with db.transaction() as c:
        assert await answers.claim(c, ana.id, key="k", body=b"b") == Answer(200, b"first")
    await tidy(db, now=now() + ANSWER_MS + 60_000)
    async with db.transaction() as c:
        assert await answers.claim(c, ana.id, key="k", body=b"b") is None
        await answers.save(c, ana.id, key="k", answer=Answer(200, b"second"))


async def test_old_counts_are_forgotten(db: Database) -> None:
    async with db.connection() as c:
        await limits.count(c, "room", "ana", began=now())
        await tidy(db, now=now() + COUNT_MS + 60_000)
        assert await c.fetchval("SELECT count(*) FROM limits") == 0


async def test_talk_is_kept_for_thirty_days(db: Database) -> None:
    async with db.connection() as c:
        ana = await players.create(c, name="Ana", language="en")
        await chat.create(c, Line(0, chat.LOBBY, None, ana.id, ana.name, "text", "hello", now()))
    await tidy(db, now=now() + KEPT_MS - 60_000)
    async with db.connection() as c:
        assert await chat.newest(c, chat.LOBBY, side=None) > 0
    await tidy(db, now=now() + KEPT_MS + 60_000)
    async with db.connection() as c:
        assert await chat.newest(c, chat.LOBBY, side=None) == 0


async def test_what_was_said_leaves_old_reports_once_they_are_dealt_with(db: Database) -> None:
    async with db.connection() as c:
        ana, ben = [await players.create(c, name=name, language="en") for name in ("Ana", "Ben")]
        for words in ("done", "open"):
            line = Line(0, chat.LOBBY, None, ben.id, ben.name, "text", words, now())
            line = replace(line, id=await chat.create(c, line))
            await reports.create(c, ana.id, ben.id, reason="insult", words=words, line=line)
        newest = await reports.list_open(c, before=LARGEST, most=2)
        await reports.close(c, newest[1].id, "x")
    for later, kept in ((-60_000, ["done", "open"]), (60_000, [None, "open"])):
        await tidy(db, now=now() + KEPT_MS + later)
        async with db.connection() as c:
            assert [row["said"] for row in await c.fetch("SELECT said FROM reports ORDER BY id")] == kept
    async with db.connection() as c:
        assert [(one.said, one.hidden) for one in await reports.list_open(c, before=LARGEST, most=2)] == [
            ("open", True)
        ]


async def test_links_and_challenges_whose_time_is_over_are_forgotten(db: Database) -> None:
    async with db.connection() as c:
        for secret, seconds in (("old", -1), ("new", 60)):
            await sign_ins.keep_link(c, secret, "ada@example.org", None, seconds=seconds)
            await sign_ins.keep_challenge(c, secret, "sign", None, seconds=seconds)
    await tidy(db, now=now())
    async with db.connection() as c:
        assert (
            await c.fetchval("SELECT count(*) FROM links") == await c.fetchval("SELECT count(*) FROM challenges") == 1
        )
        assert await sign_ins.link(c, "new") is not None


async def test_a_browser_that_never_came_back_is_signed_out(db: Database) -> None:
    async with db.connection() as c:
        ana = await players.create(c, name="Ana", language="en")
        for name, months in (("gone", 14), ("here", 12)):
            await sign_ins.open_session(c, ana.id, name, name=name, replaces=None)
            await c.execute(
                "UPDATE tokens SET last_used_at = now() - make_interval(months => $2) WHERE name = $1", name, months
            )
    await tidy(db, now=now())
    async with db.connection() as c:
        assert [one.name for one in await sign_ins.sessions(c, ana.id, "here")] == ["here"]
