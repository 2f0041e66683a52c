"""`opolyx serve` as a process of its own, with a database of its own, that a test may kill."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx

READY = re.compile(r"ready at (http://\S+)")
BOUND_SECONDS = 60


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "app", *arguments]


def surroundings(**variables: str) -> dict[str, str]:
    """The environment without the settings of whoever runs the tests."""
    ours = ("DATABASE_URL", "LISTEN_DATABASE_URL", "PUBLIC_URL", "SWEEP_SECRET", "COOKIE_SECRET")
    return {name: value for name, value in os.environ.items() if name not in ours} | variables


class Serving:
    """A running server."""

    def __init__(self, data: Path, *options: str, **variables: str) -> None:
        self.data = data
        self.process = subprocess.Popen(
            command("serve", "--data", str(data), *(options or ("--port", "0"))),
            env=surroundings(**variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = READY.search(line)
        assert found, line + self.ended()
        self.url = found.group(1)
        self.port = int(self.url.rpartition(":")[2])

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.url, timeout=BOUND_SECONDS)

    @property
    def database_pid(self) -> int:
        return int((self.data / "postgres" / "postmaster.pid").read_text().split()[0])

    def get(self, path: str) -> httpx.Response:
        """One answer, without a hurry."""
        return httpx.get(f"{self.url}{path}", timeout=BOUND_SECONDS)

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.ended()

    def clear(self) -> None:
        """Whatever a failed test left running goes: the process, its workers, its database."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.ended()
            os.kill(self.database_pid, signal.SIGKILL)

    def stop(self) -> int:
        """As an operator does; the exit status."""
        self.process.send_signal(signal.SIGTERM)
        self.ended()
        return self.process.returncode

    def ended(self) -> str:
        """What it said on standard error, once it has ended."""
        return self.process.communicate(timeout=BOUND_SECONDS)[1]


def until(true: Callable[[], object]) -> None:
    """Waits for something that will soon be true; fails if it never is."""
    ends = time.monotonic() + BOUND_SECONDS
    while not true():
        assert time.monotonic() < ends, "it never came true"
        time.sleep(0.05)


def gone(pid: int) -> bool:
    """Whether there is no such process, or only its zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
