"""Lighthouse's mobile audit of the home, a waiting room and a table. It needs Node.js with npm, and a Chromium.

The scores are Lighthouse's own, out of 100, the median of some runs; its machine is simulated, but a busy one still
shows in the performance score.
"""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from infra.bench.figures import Figure, say
from infra.bench.visits import visits

BENCH: Final = "lighthouse"
_HERE: Final = Path(__file__).with_name("lighthouse")
_GOALS: Final = {"performance": 95, "accessibility": 100, "best-practices": 100}
_RUNS: Final = 3
_SECONDS: Final = 180
_FLAGS: Final = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)


def measure() -> list[Figure]:
    """Three scores a page."""
    program = _installed()
    with visits() as found:
        return [
            figure
            for name, (path, cookie) in found.pages.items()
            for figure in _figures(name, [_scores(program, found.origin + path, cookie) for _ in range(_RUNS)])
        ]


def _figures(page: str, runs: list[dict[str, float]]) -> list[Figure]:
    return [
        Figure.of(BENCH, f"{page}: {category}", [run[category] for run in runs], goal=goal, at_least=True)
        for category, goal in _GOALS.items()
    ]


def _installed() -> Path:
    """The program, installed from its lock file where it is not there yet."""
    program = _HERE / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        say("installing Lighthouse")
        npm = shutil.which("npm")
        assert npm, "Lighthouse needs npm"
        subprocess.run([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=_HERE, check=True)
    return program


def _scores(program: Path, address: str, cookie: str) -> dict[str, float]:
    """The scores by category; what failed is said on the way."""
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory, "report.json")
        headers = Path(directory, "headers.json")
        headers.write_text(json.dumps({"Cookie": cookie} if cookie else {}), "utf-8")
        command = [str(program), address, "--quiet", "--output=json", f"--output-path={report}"]
        command += [f"--only-categories={','.join(_GOALS)}", f"--chrome-flags={_FLAGS}", f"--extra-headers={headers}"]
        chrome = os.environ.get("CHROME") or shutil.which("chromium") or shutil.which("google-chrome")
        surroundings = {**os.environ, **({"CHROME_PATH": chrome} if chrome else {})}
        subprocess.run(command, check=True, timeout=_SECONDS, env=surroundings)
        found = json.loads(report.read_text("utf-8"))
    for category in found["categories"].values():
        for one in category["auditRefs"]:
            audit = found["audits"][one["id"]]
            if one["weight"] and audit["score"] is not None and audit["score"] < 1:
                say(f"{address} {category['id']} {one['id']}: {audit['score']:.2f} {audit.get('displayValue', '')}")
    return {name: round(100 * found["categories"][name]["score"]) for name in _GOALS}
