"""The database of a command: the one of DATABASE_URL, or an embedded one in a data directory; migrated when asked."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import asyncpg
import click
from msgspec.structs import replace

from app import settings as environment
from app.settings import BadSettings, Settings
from app.store import embedded, migrate
from app.store.db import Unavailable
from app.store.embedded import Embedded, NotStarted

PATIENCE_SECONDS: Final = 10.0
"""How long a command waits for a database that is away; whoever started it may try again."""
_PAUSE_SECONDS: Final = 0.5

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the embedded PostgreSQL keeps its data, when DATABASE_URL is not set.  [default: your data home]",
)


def settings() -> Settings:
    """The settings of the environment; a mistake ends the command in words."""
    try:
        return environment.read(os.environ)
    except BadSettings as error:
        raise click.ClickException(" ".join(error.problems)) from error


@contextmanager
def provided(given: Settings, data: Path | None) -> Iterator[tuple[Settings, Embedded | None]]:
    """The settings with an address in them, and the embedded server behind it, which is stopped in the end."""
    if given.database_url is not None:
        if data is not None:
            click.echo("DATABASE_URL is set, so --data is not used.", err=True)
        yield given, None
        return
    try:
        server = embedded.start(data or data_home())
    except NotStarted as error:
        raise click.ClickException(str(error)) from error
    try:
        yield replace(given, database_url=server.url), server
    finally:
        server.stop()


def data_home() -> Path:
    """Where a person's programs keep their data."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "opolyx"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "opolyx"


def migrated(found: Settings) -> list[str]:
    """Bring the database to the newest schema, waiting a little for it; the names of what was applied."""
    dsn = found.listen_database_url or found.database_url
    assert dsn is not None
    waited_until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return asyncio.run(migrate.migrate(dsn))
        except Unavailable as error:
            if time.monotonic() > waited_until:
                raise click.ClickException(f"no database answers at {_place(dsn)}: {error.__cause__}") from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise click.ClickException(f"the database at {_place(dsn)} cannot be used: {error}") from error
        time.sleep(_PAUSE_SECONDS)


def _place(dsn: str) -> str:
    """The address without its password."""
    parts = urlsplit(dsn)
    return f"{parts.hostname or 'the local socket'}:{parts.port or 5432}{parts.path}"
