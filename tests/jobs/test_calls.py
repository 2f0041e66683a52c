"""People are called to their turn: once, on every device that wants it, and only if it is still theirs."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator

import pytest
from prometheus_client import REGISTRY
from py_vapid import Vapid02  # type: ignore[import-untyped]  # the package does not annotate it

from app.engine.actions import Roll
from app.jobs.calls import Calls, asked
from app.people import devices as people
from app.people.vapid import Vapid
from app.play import moves
from app.store.db import Database
from app.store.games import Row
from app.store.wakes import Wakes
from tests.jobs.build import caller, duel, now
from tests.jobs.push_service import Phone, PushService, serving

WAIT_SECONDS = 20


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service that counts from nothing."""
    with serving() as found:
        yield found


@pytest.fixture
async def calls(db: Database) -> AsyncIterator[Calls]:
    """The calls of one process, which wait for nothing."""
    made = caller(db)
    yield made
    await made.close()


async def table(db: Database, wakes: Wakes, *, silent_seconds: int = 30) -> tuple[Row, str]:
    """A game between two persons at which nothing has happened for a while, and whose turn it is."""
    row = await duel(db, wakes, ago_ms=silent_seconds * 1000)
    await silence(db, row.id, silent_seconds)
    found = asked(row)
    assert found is not None
    return row, found.player_id


async def silence(db: Database, game_id: str, seconds: int) -> None:
    """As if nothing had happened at the table for so long."""
    async with db.connection() as c:
        await c.execute(
            "UPDATE games SET updated_at = now() - $2 * interval '1 second' WHERE id = $1", game_id, seconds
        )


async def run_out(db: Database, wakes: Wakes, row: Row) -> None:
    """The turn runs out, and it is the other one's."""
    assert row.game is not None
    await moves.look(db, wakes, row.id, now=row.game.deadline + 1)


async def switch_on(db: Database, player_id: str, phone: Phone) -> None:
    async with db.connection() as c:
        await people.switch_on(c, player_id, phone.device)


async def hasten(db: Database) -> int:
    """Whatever waits for another attempt is due now; how many those are."""
    async with db.connection() as c:
        done: str = await c.execute("UPDATE messages SET due_at = now()")
    return int(done.split()[1])


async def count(db: Database, table_name: str) -> int:
    async with db.connection() as c:
        found: int = await c.fetchval(f"SELECT count(*) FROM {table_name}")
    return found


def outcomes(outcome: str) -> float:
    return REGISTRY.get_sample_value("opolyx_pushes_total", {"outcome": outcome}) or 0.0


async def test_whose_turn_it_is_reads_it_on_their_phone(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    row, player = await table(db, wakes)
    phone = Phone(service)
    await switch_on(db, player, phone)
    before = outcomes("sent")
    assert await calls.run_once() == 1
    (arrived,) = service.arrived
    assert phone.read(arrived) == {
        "title": "It is your turn",
        "body": "Classic, round 1",
        "url": f"/games/{row.id}",
        "tag": row.id,
        "lang": "en",
        "dir": "ltr",
    }
    assert arrived.headers["content-encoding"] == "aes128gcm"
    assert arrived.headers["topic"] == row.id
    assert arrived.headers["urgency"] == "high"
    assert 30 <= int(arrived.headers["ttl"]) <= 45  # 75 seconds a turn, of which 30 are over
    assert Vapid02.verify(arrived.headers["authorization"])
    assert outcomes("sent") == before + 1


async def test_a_device_is_told_in_its_own_language(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    _, player = await table(db, wakes)
    phone = Phone(service, language="ar-XB")
    await switch_on(db, player, phone)
    await calls.run_once()
    told = phone.read(service.arrived[0])
    assert (told["lang"], told["dir"]) == ("ar-XB", "rtl")
    assert told["title"] != "It is your turn"


async def test_one_message_a_turn_however_often_one_looks_and_whatever_is_asked_in_it(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    row, player = await table(db, wakes)
    await switch_on(db, player, Phone(service))
    for _ in range(3):
        await calls.run_once()
    async with db.connection() as c:
        await c.execute("UPDATE games SET version = version + 1 WHERE id = $1", row.id)  # something happened, and
    await silence(db, row.id, 30)  # again nothing for a while
    await calls.run_once()
    assert len(service.arrived) == 1


async def test_the_next_turn_is_called_again(db: Database, wakes: Wakes, calls: Calls, service: PushService) -> None:
    row, player = await table(db, wakes)
    for one in row.room.sittings:
        assert one.player is not None
        await switch_on(db, one.player, Phone(service, name=one.player))
    await calls.run_once()
    await run_out(db, wakes, row)
    await silence(db, row.id, 30)
    await calls.run_once()
    other = next(one.player for one in row.room.sittings if one.player != player)
    assert [one.path for one in service.arrived] == [f"/send/{player}", f"/send/{other}"]


async def test_nobody_is_called_before_the_wait_is_over(db: Database, wakes: Wakes, service: PushService) -> None:
    row, player = await table(db, wakes, silent_seconds=WAIT_SECONDS - 10)
    await switch_on(db, player, Phone(service))
    calls = caller(db, wait_seconds=WAIT_SECONDS)
    assert await calls.run_once() == 0
    await silence(db, row.id, WAIT_SECONDS)
    assert await calls.run_once() == 1
    await calls.close()


async def test_who_moves_within_the_wait_is_not_called(db: Database, wakes: Wakes, service: PushService) -> None:
    row, player = await table(db, wakes)
    await switch_on(db, player, Phone(service))
    await moves.make(db, wakes, row.id, player, Roll(), version=None, now=now())
    calls = caller(db, wait_seconds=WAIT_SECONDS)
    assert await calls.run_once() == 0
    assert service.arrived == []
    await calls.close()


async def test_a_turn_that_is_over_before_its_message_goes_out_is_not_told(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    row, player = await table(db, wakes)
    await switch_on(db, player, Phone(service))
    service.answers = [(503, {})]
    await calls.run_once()
    await run_out(db, wakes, row)
    assert await hasten(db) == 1
    assert await calls.run_once() == 0
    assert len(service.arrived) == 1
    assert await count(db, "messages") == 0


async def test_who_has_no_device_and_who_is_not_asked_hear_nothing(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    row, player = await table(db, wakes)
    other = next(one.player for one in row.room.sittings if one.player != player)
    assert other is not None
    await switch_on(db, other, Phone(service))
    assert await calls.run_once() == 0
    assert service.arrived == []


async def test_every_device_of_a_person_is_told(db: Database, wakes: Wakes, calls: Calls, service: PushService) -> None:
    _, player = await table(db, wakes)
    for name in ("phone", "tablet"):
        await switch_on(db, player, Phone(service, name=name))
    assert await calls.run_once() == 2
    assert {one.path for one in service.arrived} == {"/send/phone", "/send/tablet"}


async def test_processes_that_look_at_once_call_everybody_once(
    db: Database, wakes: Wakes, service: PushService
) -> None:
    for number in range(6):
        _, player = await table(db, wakes)
        await switch_on(db, player, Phone(service, name=str(number)))
    processes = [caller(db) for _ in range(4)]
    assert sum(await asyncio.gather(*(one.run_once() for one in processes))) == 6
    assert sorted(one.path for one in service.arrived) == [f"/send/{number}" for number in range(6)]
    for one in processes:
        await one.close()


@pytest.mark.parametrize("status", [404, 410])
async def test_a_device_that_is_gone_is_forgotten(
    db: Database, wakes: Wakes, calls: Calls, service: PushService, status: int
) -> None:
    _, player = await table(db, wakes)
    await switch_on(db, player, Phone(service))
    service.answers = [(status, {})]
    before = outcomes("dropped")
    assert await calls.run_once() == 0
    assert await count(db, "devices") == 0
    assert outcomes("dropped") == before + 1


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_busy_service_is_tried_twice_more_and_then_no_more(
    db: Database, wakes: Wakes, calls: Calls, service: PushService, status: int
) -> None:
    _, player = await table(db, wakes, silent_seconds=1)
    await switch_on(db, player, Phone(service))
    service.answers = [(status, {})] * 3
    before = outcomes("failed")
    for waiting in (1, 1, 0):
        assert await calls.run_once() == 0
        assert await hasten(db) == waiting
    assert await calls.run_once() == 0
    assert (len(service.arrived), await count(db, "devices")) == (3, 1)
    assert outcomes("failed") == before + 1


async def test_what_the_second_attempt_brings_is_the_same_message(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    row, player = await table(db, wakes, silent_seconds=1)
    phone = Phone(service)
    await switch_on(db, player, phone)
    service.answers = [(429, {"Retry-After": "30"})]
    await calls.run_once()
    async with db.connection() as c:
        wait = await c.fetchval("SELECT extract(epoch FROM due_at - now()) FROM messages")
    assert 25 < wait <= 30
    await hasten(db)
    assert await calls.run_once() == 1
    assert phone.read(service.arrived[1])["tag"] == row.id


async def test_nothing_is_tried_again_after_the_turn(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    _, player = await table(db, wakes)
    await switch_on(db, player, Phone(service))
    service.answers = [(503, {"Retry-After": "3600"})]
    await calls.run_once()
    assert await count(db, "messages") == 0


@pytest.mark.parametrize("status", [301, 400, 403, 413])
async def test_a_refusal_is_not_repeated_and_costs_no_device(
    db: Database, wakes: Wakes, calls: Calls, service: PushService, status: int
) -> None:
    _, player = await table(db, wakes)
    await switch_on(db, player, Phone(service))
    service.answers = [(status, {"Location": f"{service.url}/elsewhere"})]
    await calls.run_once()
    assert (len(service.arrived), await count(db, "messages"), await count(db, "devices")) == (1, 0, 1)


async def test_a_service_that_is_away_harms_no_other_and_no_log_names_a_device(
    db: Database, wakes: Wakes, calls: Calls, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        away = PushService(f"http://127.0.0.1:{taken.getsockname()[1]}")
    _, player = await table(db, wakes)
    lost, good = Phone(away, name="secret-of-the-lost"), Phone(service, name="secret-of-the-good")
    for phone in (lost, good):
        await switch_on(db, player, phone)
    service.answers = [(400, {})]
    await calls.run_once()
    await hasten(db)
    await calls.run_once()
    await hasten(db)
    await calls.run_once()
    assert len(service.arrived) == 1
    assert "push service" in caplog.text
    ours = [one for one in caplog.records if one.name.startswith("app.")]
    assert ours
    assert not any("secret-of" in one.getMessage() for one in ours)


async def test_a_table_that_nobody_can_read_stops_no_call(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    broken, one = await table(db, wakes)
    _, other = await table(db, wakes)
    async with db.connection() as c:
        await c.execute("UPDATE games SET state = 'x' WHERE id = $1", broken.id)
    await switch_on(db, one, Phone(service, name="one"))
    await switch_on(db, other, Phone(service, name="other"))
    assert await calls.run_once() == 1
    assert [arrived.path for arrived in service.arrived] == ["/send/other"]


async def test_a_deleted_person_leaves_no_device_call_or_message(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    row, player = await table(db, wakes, silent_seconds=1)
    await switch_on(db, player, Phone(service))
    service.answers = [(503, {})]
    await calls.run_once()
    assert [await count(db, one) for one in ("devices", "calls", "messages")] == [1, 1, 1]
    async with db.connection() as c:
        await c.execute("DELETE FROM games WHERE id = $1", row.id)
        await c.execute("DELETE FROM players WHERE id = $1", player)
    assert [await count(db, one) for one in ("devices", "calls", "messages")] == [0, 0, 0]


async def test_the_loop_calls_without_being_asked(
    db: Database, wakes: Wakes, calls: Calls, service: PushService
) -> None:
    _, player = await table(db, wakes)
    await switch_on(db, player, Phone(service))
    task = asyncio.create_task(calls.run())
    for _ in range(500):
        if service.arrived:
            break
        await asyncio.sleep(0.01)
    task.cancel()
    assert len(service.arrived) == 1
    with pytest.raises(asyncio.CancelledError):
        await task


def test_any_32_bytes_are_a_key_and_the_same_ones_the_same_key() -> None:
    for secret in (b"\x00" * 32, b"\xff" * 32, b"k" * 32):
        made = Vapid(secret, "mailto:me@example.org")
        assert made.public_key == Vapid(secret, "mailto:me@example.org").public_key
        assert len(made.public_key) == 87
        assert Vapid02.verify(made.headers("https://push.example.com/send/1")["Authorization"])
