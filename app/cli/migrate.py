"""`opolyx migrate`: bring the database to the newest schema."""

from pathlib import Path

import click

from app.cli.database import data_option, migrated, provided, settings


@click.command()
@data_option
def migrate(data: Path | None) -> None:
    """Bring the database to the newest schema."""
    with provided(settings(), data) as (found, _):
        applied = migrated(found)
    click.echo(f"applied: {', '.join(applied)}" if applied else "nothing to do")
