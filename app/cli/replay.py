"""opolyx replay: recompute a finished game from its record."""

import json
from pathlib import Path

import click

from app.lab.replay import Differs
from app.lab.replay import replay as recompute


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def replay(file: Path) -> None:
    """Recompute every die and every event of the exported game in FILE; says "verified", or where it differs."""
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{file} cannot be read: {error}") from error
    try:
        found = recompute(record)
    except Differs as differs:
        raise click.ClickException(f"{file} differs: {differs}") from differs
    click.echo(f"verified: game {found.id}, {found.actions} actions, {found.events} events, {found.outcomes} outcomes")
