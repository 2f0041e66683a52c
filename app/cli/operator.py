"""`opolyx operator`: who may judge reports, warn and suspend. Only this command makes somebody an operator."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click

from app.cli.database import data_option, migrated, provided, settings
from app.store import judgements
from app.store.db import Connection, Database
from app.store.judgements import Named

_T = TypeVar("_T")


@click.group()
def operator() -> None:
    """Name those who keep order: add, remove or list operators."""


@operator.command()
@click.argument("who", metavar="NAME-OR-ID")
@data_option
def add(who: str, data: Path | None) -> None:
    """Make somebody an operator, by id, handle or name."""
    _appoint(who, data, operator=True)


@operator.command()
@click.argument("who", metavar="NAME-OR-ID")
@data_option
def remove(who: str, data: Path | None) -> None:
    """Make somebody an ordinary player again."""
    _appoint(who, data, operator=False)


@operator.command("list")
@data_option
def listed(data: Path | None) -> None:
    """Who is an operator now."""
    for one in _asked(data, judgements.operators):
        click.echo(_line(one))


def _appoint(who: str, data: Path | None, *, operator: bool) -> None:
    async def appoint(c: Connection) -> list[Named]:
        found = await judgements.named(c, who)
        if len(found) == 1:
            await judgements.appoint(c, found[0].id, operator=operator)
        return found

    found = _asked(data, appoint)
    if not found:
        raise click.ClickException(f"nobody goes by {who!r}")
    if len(found) > 1:
        raise click.ClickException("\n".join(["several people go by that name; say the id:", *map(_line, found)]))
    click.echo(f"{_line(found[0])}: {'an operator' if operator else 'no operator'} now")


def _line(one: Named) -> str:
    return f"{one.id}  {one.name}" + (f"  @{one.handle}" if one.handle else "")


def _asked(data: Path | None, ask: Callable[[Connection], Awaitable[_T]]) -> _T:
    with provided(settings(), data) as (given, _):
        migrated(given)
        assert given.database_url is not None
        return asyncio.run(_run(given.database_url, ask))


async def _run(dsn: str, ask: Callable[[Connection], Awaitable[_T]]) -> _T:
    db = Database(dsn)
    await db.open()
    try:
        async with db.connection() as c:
            return await ask(c)
    finally:
        await db.close()
