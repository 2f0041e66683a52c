"""Measures opolyx: one table of figures, mostly ratios of what ran side by side, each with its goal where it has one.

infra/bench/run [--only NAME ...] [--json]

api_vs_minimal    moves a second through the API, over a minimal handler's and over pgbench's
stream_delivery   from a posted move to its arrival on others' streams, with 200 open
simulate          what a roll costs in bulk, over two calls of random.randrange; processes; memory
pages             processor time and size of the table's page and of an update
state             bytes of a late game's stored state, in every mode
leaders           milliseconds of the leaderboard's pages with 200,000 people, and its plan
weight            bytes of a first visit over the wire, and of our own script
lighthouse        scores of three pages; only when named, for it installs Lighthouse with npm

It takes under four minutes, uses loopback and a temporary directory only, and stops what it started. Ratios are medians
over rounds; a difference under a tenth is noise, and so is much more of it while others use the machine.
"""

import argparse
import os
from collections.abc import Callable
from typing import Final

from infra.bench import api_vs_minimal, leaders, lighthouse, pages, simulate, state, stream_delivery, weight
from infra.bench.figures import Figure, as_json, as_table, say

BENCHES: Final[dict[str, Callable[[], list[Figure]]]] = {
    api_vs_minimal.BENCH: api_vs_minimal.measure,
    stream_delivery.BENCH: stream_delivery.measure,
    simulate.BENCH: simulate.measure,
    pages.BENCH: pages.measure,
    state.BENCH: state.measure,
    leaders.BENCH: leaders.measure,
    weight.BENCH: weight.measure,
    lighthouse.BENCH: lighthouse.measure,
}
WHEN_NAMED: Final = {lighthouse.BENCH}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="infra/bench/run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=BENCHES, metavar="NAME", help="measure these alone")
    parser.add_argument("--json", action="store_true", help="print a list of objects instead of the table")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    names = asked.only or [name for name in BENCHES if name not in WHEN_NAMED]
    figures = [figure for name, measure in BENCHES.items() if name in names for figure in measure()]
    print(as_json(figures) if asked.json else as_table(figures))
    say(f"others used about {load:.1f} of {os.cpu_count()} processors when it began")


if __name__ == "__main__":
    main()
