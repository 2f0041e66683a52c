"""The account PostgreSQL runs as when we are root, which it refuses to be: `postgres`, or else `nobody`.

A data directory or an installation below a closed directory (a root's home, mode 0700) is out of that account's reach.
Instead of opening directories that are not ours, the process is given the one Linux capability to pass through them.
"""

import ctypes
import os
import pwd
import stat
import struct
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct

_NAMES: Final = ("postgres", "nobody")

# linux/capability.h, linux/prctl.h, linux/securebits.h
_CAPABILITY_VERSION_3: Final = 0x20080522
_DAC_OVERRIDE: Final = 1
_DAC_READ_SEARCH: Final = 2
_SETPCAP: Final = 8  # needed to hand one on
_PR_CAPBSET_READ: Final = 23
_PR_SET_SECUREBITS: Final = 28
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_RAISE: Final = 2
_NO_SETUID_FIXUP: Final = 1 << 2  # without it access(2), by which PostgreSQL finds its programs, ignores capabilities


class Unreachable(Exception):
    """PostgreSQL may not enter this directory."""


class Account(Struct, frozen=True):
    """Whom to become. `capability` is the one to keep, None for none."""

    name: str
    uid: int
    gid: int
    capability: int | None

    def own(self, path: Path) -> None:
        """Gives one file or directory to the account."""
        os.chown(path, self.uid, self.gid)

    def entrance(self, capability: int) -> Callable[[], None]:
        """What a child has to do between fork and exec to become the account and keep the capability."""
        libc = ctypes.CDLL(None, use_errno=True)

        def enter() -> None:
            os.setgroups([])
            _check(libc.prctl(_PR_SET_SECUREBITS, _NO_SETUID_FIXUP, 0, 0, 0))
            os.setgid(self.gid)
            os.setuid(self.uid)
            mask = 1 << capability
            header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
            _check(libc.capset(header, struct.pack("6I", mask, mask, mask, 0, 0, 0)))
            _check(libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability, 0, 0))

        return enter


def choose(directories: Iterable[Path], program: Path) -> Account | None:
    """Whom PostgreSQL should run as; None is ourselves. Raises Unreachable."""
    if os.geteuid() != 0:
        return None
    entry = _entry()
    closed = [path for path in (*directories, program) if not _open_to(entry, path)]
    runnable = _permits(entry, program.stat(), stat.S_IRUSR | stat.S_IXUSR)
    if not closed and runnable:
        return Account(entry.pw_name, entry.pw_uid, entry.pw_gid, None)
    wanted = (_DAC_READ_SEARCH, _DAC_OVERRIDE) if runnable else (_DAC_OVERRIDE,)
    capability = next((one for one in wanted if _held(one)), None)
    if capability is None:
        raise Unreachable(
            f"the account {entry.pw_name}, which PostgreSQL runs as because you are root, may not enter "
            f"{closed[0].parent if closed else program}; choose a data directory it can reach, or run as another user"
        )
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid, capability)


def _entry() -> pwd.struct_passwd:
    for name in _NAMES:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Unreachable("PostgreSQL does not run as root, and there is neither an account postgres nor nobody")


def _open_to(entry: pwd.struct_passwd, path: Path) -> bool:
    return all(_permits(entry, parent.stat(), stat.S_IXUSR) for parent in path.resolve().parents)


def _permits(entry: pwd.struct_passwd, found: os.stat_result, wanted: int) -> bool:
    """Whether the mode gives the account these rights; `wanted` is in the owner's bits."""
    if found.st_uid == entry.pw_uid:
        return found.st_mode & wanted == wanted
    shift = 3 if found.st_gid == entry.pw_gid else 6
    return found.st_mode & (wanted >> shift) == wanted >> shift


def _held(capability: int) -> bool:
    """Whether this system has capabilities and we may hand this one on."""
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None)
    return all(libc.prctl(_PR_CAPBSET_READ, one, 0, 0, 0) == 1 for one in (capability, _SETPCAP))


def _check(result: int) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), "this system does not let us hand on a capability")
