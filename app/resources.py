"""Finds the directories that live beside the package in a checkout and inside it in an installed wheel."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent
_BUNDLE: Final = _PACKAGE / "_bundle"
_HOME: Final = _BUNDLE if _BUNDLE.is_dir() else _PACKAGE.parent

TEMPLATES: Final = _HOME / "templates"
SQL: Final = _HOME / "sql"
