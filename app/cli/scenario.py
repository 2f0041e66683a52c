"""`opolyx scenario`: the rulebook as data, judged by the engine."""

import sys
from pathlib import Path

import click

from app.lab.scenario import run_files


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
def scenario(files: tuple[Path, ...]) -> None:
    """Run scenario files: one line a failure, and the count at the end."""
    passed = failed = 0
    for verdict in run_files(files):
        if verdict.failure is None:
            passed += 1
            continue
        failed += 1
        click.echo(f"{verdict.file}: {verdict.name or '?'}: {_one_line(verdict.failure)}")
    click.echo(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def _one_line(failure: str) -> str:
    return " ".join(failure.split())
