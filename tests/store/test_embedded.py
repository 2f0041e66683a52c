"""A PostgreSQL in a data directory: shared, stopped by the last one out, and there again after any crash."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest

from app.store import accounts, embedded
from app.store.db import Database, Unavailable
from app.store.embedded import Embedded, NotStarted
from app.store.wakes import News, Wakes

Start = Callable[[Path], Embedded]

SHARER = """
import sys
from pathlib import Path
from app.store import embedded
server = embedded.start(Path(sys.argv[1]))
print(server.server_pid, flush=True)
sys.stdin.readline()
server.stop()
print(server.server_pid, flush=True)
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with a cluster in it, for tests that do not look at its making."""
    directory = tmp_path_factory.mktemp("data")
    embedded.start(directory).stop()
    return directory


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers and gives every share back at the end, whatever the test did."""
    shares: list[Embedded] = []

    def begin(data: Path) -> Embedded:
        shares.append(embedded.start(data))
        return shares[-1]

    yield begin
    for share in shares:
        share.stop()


def query(server: Embedded, statement: str) -> object:
    async def run() -> object:
        connection = await asyncpg.connect(server.url, timeout=5)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    return asyncio.run(run())


def kill(server: Embedded) -> int:
    """Ends the server as a crash would, and says what its number was."""
    pid = server.server_pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def share_in_a_process(data: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", SHARER, data], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


async def ping_for_ever(database: Database) -> None:
    """A connection's own process outlives its killed parent by a moment."""
    while True:
        await database.ping()


def test_data_survive_a_restart(data: Path, start: Start) -> None:
    server = start(data)
    query(server, "CREATE TABLE kept AS SELECT 7 AS n")
    server.stop()
    assert server.server_pid is None
    with pytest.raises(FileNotFoundError):
        query(server, "SELECT 1")
    assert query(start(data), "SELECT n FROM kept") == 7


def test_killed_server_comes_back_with_everything_acknowledged(data: Path, start: Start) -> None:
    server = start(data)
    query(server, "CREATE TABLE saved AS SELECT 7 AS n")
    dead = kill(server)
    assert server.revive()
    assert server.server_pid != dead
    assert query(server, "SELECT n FROM saved") == 7
    assert not server.revive()


def blame(server: Embedded, data: Path, pid: int) -> None:
    """Kills the server and has what it leaves behind name another process."""
    dead = kill(server)
    for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):
        file = data / "postgres" / name
        number, rest = file.read_text().split("\n", 1)
        assert int(number) == dead
        file.write_text(f"{pid}\n{rest}")


def test_pid_file_of_a_dead_server_that_names_a_stranger_is_not_believed(data: Path, start: Start) -> None:
    blame(start(data), data, os.getpid())
    assert query(start(data), "SELECT 1") == 1


def test_pid_file_that_names_a_zombie_is_not_believed(data: Path, start: Start) -> None:
    zombie = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, zombie.pid, os.WEXITED | os.WNOWAIT)
    blame(start(data), data, zombie.pid)
    assert query(start(data), "SELECT 1") == 1
    zombie.wait()


def test_two_on_one_directory_share_and_the_last_one_out_stops_the_server(data: Path, start: Start) -> None:
    first, second = start(data), start(data)
    assert first.server_pid == second.server_pid
    first.stop()
    first.stop()
    assert query(second, "SELECT 1") == 1
    second.stop()
    assert second.server_pid is None


def test_processes_that_start_at_once_share_one_server(tmp_path: Path) -> None:
    processes = [share_in_a_process(tmp_path / "data") for _ in range(3)]
    (pid,) = {line(process) for process in processes}
    assert int(pid) > 0
    left = [process.communicate("leave\n")[0].strip() for process in processes]
    assert left == [pid, pid, "None"]
    assert [process.returncode for process in processes] == [0, 0, 0]


def test_sharer_that_was_killed_no_longer_counts(data: Path, start: Start) -> None:
    other = share_in_a_process(data)
    assert int(line(other)) > 0
    server = start(data)
    other.kill()
    other.communicate()
    server.stop()
    assert server.server_pid is None


def test_server_whose_every_user_was_killed_is_joined(data: Path, start: Start) -> None:
    other = share_in_a_process(data)
    pid = int(line(other))
    other.kill()
    other.communicate()
    assert start(data).server_pid == pid


def test_half_made_cluster_of_a_killed_start_is_made_anew(tmp_path: Path, start: Start) -> None:
    draft = tmp_path / "postgres.new"
    draft.mkdir()
    (draft / "PG_VERSION").write_text("18\n")
    assert query(start(tmp_path), "SELECT 1") == 1
    assert not draft.exists()


@pytest.mark.parametrize("name", ["x" * 120, "a b, 'c' \"d\" $e ünï %s"])
def test_directory_may_have_any_name(tmp_path: Path, start: Start, name: str) -> None:
    server = start(tmp_path / name)
    assert query(server, "SELECT current_database()") == "opolyx"


def test_directories_above_stay_as_they_are(tmp_path: Path, start: Start) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    above = [closed, *closed.parents]
    before = [(path.stat().st_mode, path.stat().st_uid) for path in above]
    assert query(start(closed / "data"), "SELECT 1") == 1
    assert [(path.stat().st_mode, path.stat().st_uid) for path in above] == before


def test_cluster_is_closed_to_others(data: Path, start: Start) -> None:
    start(data)
    assert (data / "postgres").stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
@pytest.mark.parametrize("name", ["postgres", "nobody"])
def test_root_runs_it_as_an_account_that_owns_the_cluster(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(accounts, "_NAMES", (name,))
    server = start(tmp_path)
    assert (tmp_path / "postgres").owner() == name
    assert Path(f"/proc/{server.server_pid}").owner() == name


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_root_without_the_right_to_lend_a_key_is_told_which_directory_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "_held", lambda capability: capability < 0)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(NotStarted, match=f"may not enter {closed}"):
        embedded.start(closed / "data")


def test_data_of_another_major_version_are_refused_in_words(data: Path, start: Start) -> None:
    version = data / "postgres" / "PG_VERSION"
    ours = version.read_text()
    version.write_text("17\n")
    with pytest.raises(NotStarted, match=f"made by PostgreSQL 17, this is {ours.strip()}"):
        start(data)
    version.write_text(ours)
    assert query(start(data), "SELECT 1") == 1


def test_server_that_cannot_start_shows_the_end_of_its_log(
    data: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "_FAILING_SECONDS", 0.3)
    with pytest.raises(NotStarted, match="no_such_setting"):
        embedded.start(data, settings={"no_such_setting": "1"})
    assert query(start(data), "SELECT 1") == 1


def test_data_directory_that_is_a_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotStarted, match="file"):
        embedded.start(tmp_path / "file")


async def test_server_killed_in_the_middle_is_an_absence_and_then_all_goes_on(data: Path, start: Start) -> None:
    server = start(data)
    database, wakes = Database(server.url), Wakes(server.url)
    await database.open()
    await wakes.open()
    with wakes.watch("g1") as watcher:
        async with database.connection() as c:
            await c.execute("CREATE TABLE written AS SELECT 7 AS n")
        assert await watcher.news(10) == News.CHANGED  # the listener has arrived
        kill(server)
        with pytest.raises(Unavailable):
            await ping_for_ever(database)
        assert await asyncio.to_thread(server.revive)
        async with database.connection() as c:
            assert await c.fetchval("SELECT n FROM written") == 7
        assert await watcher.news(10) == News.CHANGED
        async with database.connection() as c:
            await Wakes(server.url).tell(c, "g1", 1)
        assert await watcher.news(10) == News.CHANGED
    await wakes.close()
    await database.close()
