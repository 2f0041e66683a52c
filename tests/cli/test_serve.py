"""`opolyx serve`: starts, says where it is, stops in order, and loses nothing when it is killed."""

import asyncio
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.cli.serving import BOUND_SECONDS, Serving, command, gone, surroundings, until
from tests.web.api.script import Json, Script, begin

pytestmark = pytest.mark.slow


Serve = Callable[..., Serving]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers on one fresh data directory."""
    made: list[Serving] = []

    def start(*options: str) -> Serving:
        made.append(Serving(tmp_path / "data", *options))
        return made[-1]

    yield start
    for one in made:
        one.clear()


@pytest.fixture
def serving(serve: Serve) -> Serving:
    """A server on a fresh data directory."""
    return serve()


def failure(*arguments: str, **variables: str) -> tuple[int, list[str]]:
    """The exit status of a command that cannot do its work, and the lines it says why in."""
    done = subprocess.run(
        command(*arguments),
        env=surroundings(**variables),
        capture_output=True,
        text=True,
        timeout=BOUND_SECONDS,
        check=False,
    )
    return done.returncode, done.stderr.splitlines()


async def test_stopping_ends_open_streams_and_the_database(serving: Serving) -> None:
    async with serving.client() as client:
        ada = await Script.enter(client, "Ada")
        room = await ada.room()
        async with client.stream("GET", f"/api/v1/games/{room['id']}/stream") as stream:
            lines = stream.aiter_lines()
            assert await anext(lines) == "retry: 1000"
            database = serving.database_pid
            serving.process.send_signal(signal.SIGTERM)
            assert [line async for line in lines] == [""]
    assert serving.ended().count("Traceback") == 0
    assert serving.process.returncode == 0
    assert gone(database)


async def test_no_acknowledged_move_is_lost_by_a_kill_in_the_middle_of_play(serving: Serving, serve: Serve) -> None:
    acknowledged: list[Json] = []
    async with serving.client() as client:
        ada, eve = await Script.enter(client, "Ada"), await Script.enter(client, "Eve")
        view = await begin(ada, eve)
        acknowledged += (await ada.get(f"/games/{view['id']}/events")).json()["events"]
        view = await play_on(view, ada, eve, acknowledged, moves=20)
        playing = asyncio.create_task(play_on(view, ada, eve, acknowledged, moves=10_000))
        await asyncio.sleep(0.1)
        os.kill(serving.database_pid, signal.SIGKILL)
        serving.process.kill()
        with pytest.raises((httpx.TransportError, AssertionError)):
            await playing
    serving.ended()

    again = serve()
    async with again.client() as client:
        ada.client = eve.client = client
        log = (await ada.get(f"/games/{view['id']}/events")).json()["events"]
        assert log[: len(acknowledged)] == acknowledged
        assert len({event["version"] for event in log[len(acknowledged) :]}) <= 1
        found = await ada.view(view["id"])
        assert found["version"] == log[-1]["version"]
        await play_on(found, ada, eve, log, moves=5)
    assert again.stop() == 0


async def play_on(view: Json, ada: Script, eve: Script, log: list[Json], *, moves: int) -> Json:
    """Moves of whoever is the actor, one after another; their events go into the log as soon as they are answered."""
    wanted = ("roll", "buy", "decline", "pass", "skip_bet", "pay", "mortgage", "bankrupt")
    for _ in range(moves):
        mover = (ada, eve)[view["actor"]]
        legal = (await mover.view(view["id"]))["you"]["legal"]
        action = next(entry for kind in wanted for entry in legal if entry["type"] == kind)
        answer = await mover.act(view["id"], {**action, "version": view["version"]})
        assert answer.status_code == 200, answer.text
        view = answer.json()["view"]
        log += answer.json()["events"]
    return view


async def test_clocks_and_bots_go_on_after_a_kill_by_themselves(serving: Serving, serve: Serve) -> None:
    async with serving.client() as client:
        ada = await Script.enter(client, "Ada")
        room = await ada.room(seats=2, bot_pause_ms=1500)
        await ada.post(f"/games/{room['id']}/bots")
        view = (await ada.post(f"/games/{room['id']}/start")).json()
        while view["actor"] != 1:
            entry = next(one for one in view["you"]["legal"] if one["type"] in {"roll", "buy", "pay", "skip_bet"})
            view = (await ada.act(view["id"], entry)).json()["view"]
    os.kill(serving.database_pid, signal.SIGKILL)
    serving.kill()

    again = serve()
    until(lambda: 'opolyx_swept_tables_total{outcome="played"}' in again.get("/metrics").text)
    async with again.client() as client:
        ada.client = client
        assert (await ada.view(view["id"]))["version"] > view["version"]
    assert again.stop() == 0


async def test_a_database_that_dies_under_the_server_is_started_again(serving: Serving) -> None:
    async with serving.client() as client:
        ada = await Script.enter(client, "Ada")
        room = await ada.room()
        os.kill(serving.database_pid, signal.SIGKILL)
        until(lambda: serving.get("/readyz").status_code == 200)
        assert (await ada.view(room["id"]))["id"] == room["id"]
    assert serving.stop() == 0


def test_two_servers_share_a_data_directory(serving: Serving, serve: Serve) -> None:
    second = serve()
    assert second.database_pid == serving.database_pid
    assert serving.stop() == 0
    assert second.get("/readyz").status_code == 200
    database = second.database_pid
    assert second.stop() == 0
    assert gone(database)


def test_several_workers_serve_one_address_and_stop_with_their_parent(serve: Serve) -> None:
    first = serve("--port", "0", "--workers", "2")
    until(lambda: first.get("/readyz").status_code == 200)
    assert "opolyx_requests_total" in first.get("/metrics").text
    first.kill()
    until(lambda: free(first.port))
    again = serve("--port", str(first.port), "--workers", "2")
    assert again.stop() == 0


def free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def test_a_port_in_use_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, lines = failure("serve", "--port", str(port), "--data", str(tmp_path))
    assert (status, lines) == (1, [f"Error: port {port} on 127.0.0.1 is in use; choose another one with --port"])


def test_a_data_directory_that_cannot_be_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, lines = failure("serve", "--port", "0", "--data", str(tmp_path / "file" / "data"))
    assert (status, len(lines)) == (1, 1)
    assert lines[0].startswith("Error: no PostgreSQL in")


def test_a_host_that_is_not_ours_is_told_in_one_line(tmp_path: Path) -> None:
    status, lines = failure("serve", "--host", "192.0.2.1", "--port", "0", "--data", str(tmp_path))
    assert (status, len(lines)) == (1, 1)
    assert lines[0].startswith("Error: cannot listen on 192.0.2.1")


def test_a_setting_that_cannot_be_used_is_told_in_one_line(tmp_path: Path) -> None:
    status, lines = failure("serve", "--data", str(tmp_path), BOT_PAUSE_MS="soon")
    assert (status, lines) == (1, ["Error: BOT_PAUSE_MS must be a whole number from 0 to 5000."])


def test_wrong_usage_is_another_status_than_failure() -> None:
    assert failure("serve", "--port", "many")[0] == 2
    assert failure("serve", "--workers", "0")[0] == 2
