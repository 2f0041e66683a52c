"""The console script `opolyx`: one thin module a command, which parses, calls one function below and prints.

Why so thin: everything a command does can be asked of a function of another layer, and is tested there. A command's
exit status is 0 when all is well, 1 when the thing failed and 2 for wrong usage.
"""

import click

from app import __version__
from app.cli.migrate import migrate
from app.cli.operator import operator
from app.cli.replay import replay
from app.cli.scenario import scenario
from app.cli.serve import serve
from app.cli.simulate import simulate
from app.cli.sweep import sweep

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="opolyx")
def main() -> None:
    """Play, host and check opolyx."""


for command in (serve, migrate, sweep, simulate, scenario, replay, operator):
    main.add_command(command)
