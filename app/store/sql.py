"""Reads sql/queries: one file a noun, in it the named statements. It runs nothing."""

import re
from functools import cache
from pathlib import Path

from app.resources import SQL

QUERIES = SQL / "queries"

_NAME = re.compile(r"^-- name: ([a-z_]+)\n", re.MULTILINE)


@cache
def load(noun: str) -> dict[str, str]:
    """The statements of sql/queries/<noun>.sql by name; the text never varies, so a connection prepares it once."""
    return parse(QUERIES / f"{noun}.sql")


def parse(path: Path) -> dict[str, str]:
    """Splits a file at its `-- name:` lines; a name used twice is a mistake."""
    _, *pieces = _NAME.split(path.read_text(encoding="utf-8"))
    names, bodies = pieces[::2], pieces[1::2]
    assert len(set(names)) == len(names), f"{path.name} uses a name twice"
    return {name: _statement(body) for name, body in zip(names, bodies, strict=True)}


def _statement(body: str) -> str:
    lines = (line for line in body.splitlines() if not line.startswith("--"))
    return "\n".join(lines).strip().rstrip(";")
