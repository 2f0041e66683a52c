"""`opolyx sweep`: the scheduled function by itself, for servers that do not run it in their own process."""

import asyncio
import signal
from pathlib import Path

import asyncpg
import click

from app.cli.database import data_option, provided, settings
from app.cli.logs import configure
from app.jobs.calls import Calls
from app.jobs.sweep import Sweep
from app.people.vapid import Keys
from app.settings import Settings
from app.store.db import Database, Unavailable
from app.store.heartbeat import Heartbeat
from app.store.wakes import Wakes
from app.web.calls import words


@click.command()
@click.option("--once", is_flag=True, help="Play what is due now, say what was done, and end.")
@data_option
def sweep(once: bool, data: Path | None) -> None:
    """Play every table whose time has come: clocks, offers and bots. Goes on until it is stopped."""
    given = settings()
    configure(given.log_level)
    with provided(given, data) as (found, _):
        try:
            asyncio.run(_once(found) if once else _on_and_on(found))
        except Unavailable as error:
            raise click.ClickException(f"the database is away: {error.__cause__}") from error
        except asyncpg.UndefinedTableError as error:
            raise click.ClickException("the database lacks tables; run opolyx migrate first") from error


async def _once(found: Settings) -> None:
    db, wakes = _opened(found)
    await db.open()
    try:
        done = await _sweep(found, db, wakes).run_once()
    finally:
        await db.close()
    click.echo(", ".join(f"{what.replace('_', ' ')}: {count}" for what, count in done.items()))


async def _on_and_on(found: Settings) -> None:
    db, wakes = _opened(found)
    await db.open()
    await wakes.open()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, wakes.close_watchers)
    click.echo("sweeping; stop with Ctrl-C")
    try:
        await _sweep(found, db, wakes).run()
    finally:
        await wakes.close()
        await db.close()


def _sweep(found: Settings, db: Database, wakes: Wakes) -> Sweep:
    keys = Keys(found.vapid_private_key, found.push_contact)
    return Sweep(db, wakes, Calls.of(found, db, keys, words))


def _opened(found: Settings) -> tuple[Database, Wakes]:
    assert found.database_url is not None
    db = Database(
        found.database_url,
        found.listen_database_url,
        pool_size=2,
        pooled=found.database_pooler,
        keep=Heartbeat(found.outage_seconds).keep,
    )
    return db, Wakes(db.listen_dsn)
