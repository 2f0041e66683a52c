"""`opolyx simulate`: whole games between bots, without a database."""

import os
from collections.abc import Iterable
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from app.bots import TEMPERS
from app.engine.modes import MODES
from app.engine.rules.start import FEWEST_SEATS, MOST_SEATS, capacities
from app.lab import simulate as lab
from app.lab.plot import plot
from app.lab.simulate import Plan, Record, Tally


@click.command()
@click.option("--mode", type=click.Choice(list(MODES)), default="classic", show_default=True)
@click.option("--seats", type=click.IntRange(FEWEST_SEATS, MOST_SEATS), default=4, show_default=True)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", default="0", show_default=True, help="The same seed plays the same games.")
@click.option("--bots", metavar="NAME,…", help=f"Who plays; all of them by default: {', '.join(TEMPERS)}.")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="Processes; one a core by default."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option(
    "--plot", "drawing", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Also draw an SVG."
)
def simulate(
    mode: str, seats: int, games: int, seed: str, bots: str | None, jobs: int, as_json: bool, drawing: Path | None
) -> None:
    """Let bots play whole games and count how they end. What is printed depends on the seed, not on --jobs."""
    if seats not in capacities(MODES[mode].teams):
        raise click.BadParameter(f"{mode} is not played by {seats}", param_hint="--seats")
    plan = Plan(mode=mode, seats=seats, games=games, seed=seed, bots=_named(bots))
    tally = _played(plan, jobs)
    if as_json:
        click.echo(msgspec.json.encode(lab.report(plan, tally)))
    else:
        _print(plan, tally)
    if drawing is not None:
        _draw(plan, tally, drawing)


def _draw(plan: Plan, tally: Tally, drawing: Path) -> None:
    """Comes last: what the games told is not lost with a drawing that cannot be kept."""
    try:
        drawing.write_text(plot(plan, tally), encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"cannot write {drawing}: {error.strerror}") from error


def _named(bots: str | None) -> tuple[str, ...]:
    """The bots asked for, as they are spelled; each once."""
    if bots is None:
        return tuple(TEMPERS)
    spelled = {name.casefold(): name for name in TEMPERS}
    asked = [name.strip().casefold() for name in bots.split(",")]
    unknown = [name for name in asked if name not in spelled]
    if unknown:
        raise click.BadParameter(
            f"no bot is called {unknown[0]!r}; there are {', '.join(TEMPERS)}", param_hint="--bots"
        )
    return tuple(dict.fromkeys(spelled[name] for name in asked))


def _played(plan: Plan, jobs: int) -> Tally:
    """Play with a progress bar, which is drawn when games come in: no thread, so that processes fork cleanly."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as progress:
        task = progress.add_task(plan.mode, total=plan.games)
        return lab.simulate(plan, jobs=jobs, played=lambda games: progress.update(task, advance=games, refresh=True))


def _print(plan: Plan, tally: Tally) -> None:
    counts = lab.report(plan, tally)
    rounds, endings = counts["rounds"], counts["endings"]
    click.echo(f"{plan.mode}, {plan.seats} seats, {tally.games} games, {tally.rolls} rolls, seed {plan.seed}")
    click.echo(f"rounds: {rounds['median']} median, {rounds['max']} longest")
    click.echo(f"ended by: last standing {endings['last_standing']}, round cap {endings['round_cap']}")
    click.echo(f"bankruptcies: {counts['bankruptcies']}")
    for heading, wins in (("seat", tally.wins_by_seat), ("seats from the first to move", tally.wins_by_order)):
        _table((heading, "wins", "share"), ((n, won, _share(won, tally.games)) for n, won in enumerate(wins)))
    _table(("bot", "seats", "wins", "share", "bankruptcies"), (_row(name, bot) for name, bot in tally.bots.items()))


def _row(name: str, bot: Record) -> tuple[object, ...]:
    return name, bot.seats, bot.wins, _share(bot.wins, bot.seats), bot.bankruptcies


def _share(wins: int, of: int) -> str:
    return f"{100 * wins / of:.1f}%" if of else ""


def _table(columns: Iterable[str], rows: Iterable[tuple[object, ...]]) -> None:
    table = Table()
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    for row in rows:
        table.add_row(*map(str, row))
    Console(highlight=False).print(table)
