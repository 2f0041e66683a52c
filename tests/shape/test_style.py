"""The promises of the house style that no linter knows: sizes, names, and what may stand in a tracked file."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
LONGEST_MODULE: Final = 400
LONGEST_FUNCTION: Final = 40
EMPTY_NAMES: Final = {"base", "helper", "helpers", "manager", "managers", "util", "utils"}
MODES: Final = {"classic", "blitz", "speed", "team", "halal", "fortune", "original", "original_speed"}
# Words that name a mode and, as a key, also a field of the public view.
FIELDS: Final = {"team", "fortune"}
# Data about modes and boards: the only places in the engine that call them by name.
NAMING: Final = {"modes.py", "names.py", "board.py"}
# A path of somebody's machine, or a host that serves packages. Written so that these lines do not match themselves.
PRIVATE: Final = re.compile(
    r"(?<![\w.$}-])/(?:home/\w+|Users/\w+|root|tmp|work)/\w"
    r"|\b(?:pypi|pythonhosted|npmjs|deb\.debian)\.(?:org|com)\b"
    r"|https?://[^\s\"']*/simple(?:/|\b)"
)


def modules(folder: str = "app") -> list[Path]:
    """Every Python module below a folder, in the order of their paths."""
    return sorted((ROOT / folder).rglob("*.py"))


def parsed(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"), filename=str(module))


def place(module: Path, line: int) -> str:
    return f"{module.relative_to(ROOT)}:{line}"


def test_no_module_is_longer_than_the_wall() -> None:
    lengths = {module: len(module.read_text(encoding="utf-8").splitlines()) for module in modules()}
    assert [place(module, length) for module, length in lengths.items() if length > LONGEST_MODULE] == []


def test_no_function_is_longer_than_the_wall() -> None:
    assert [where for module in modules() for where in long_functions(module)] == []


def long_functions(module: Path) -> Iterator[str]:
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"{place(module, node.lineno)} {node.name}: {length} lines"


def test_every_module_says_what_it_is() -> None:
    assert [place(module, 1) for module in modules() if not ast.get_docstring(parsed(module))] == []


def test_no_module_has_a_name_that_says_nothing() -> None:
    found = [
        path.relative_to(ROOT)
        for folder in ("app", "tests")
        for path in modules(folder)
        if EMPTY_NAMES & {word for part in path.relative_to(ROOT).with_suffix("").parts for word in part.split("_")}
    ]
    assert found == []


def test_no_rule_names_a_mode() -> None:
    engine = [module for module in modules("app/engine") if module.name not in NAMING]
    assert [where for module in engine for where in mode_names(parsed(module), module)] == []


def mode_names(tree: ast.Module, module: Path) -> Iterator[str]:
    keys = {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node.value not in MODES:
            continue
        if not (id(node) in keys and node.value in FIELDS):
            yield f"{place(module, node.lineno)} {node.value!r}"


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("if game.mode == 'blitz': ...", 1),
        ("pace = {'speed': 3}", 1),
        ("team = {'team': 0, 'fortune': None}", 0),
        ("kind = 'team'", 1),
        ("kind = 'teams'", 0),
    ],
)
def test_a_mode_named_in_a_rule_is_found(source: str, seen: int) -> None:
    assert len(list(mode_names(ast.parse(source), ROOT / "rule.py"))) == seen


def test_no_tracked_file_names_a_machine_or_a_package_host() -> None:
    assert [where for path in tracked() for where in private_words(path)] == []


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def private_words(path: Path) -> Iterator[str]:
    content = path.read_bytes()
    if b"\0" in content:
        return
    for number, line in enumerate(content.decode("utf-8").splitlines(), start=1):
        if found := PRIVATE.search(line):
            yield f"{place(path, number)} {found.group()}"


@pytest.mark.parametrize(
    ("line", "private"),
    [
        ("cd /" + "root/project", True),
        ("--find-links /" + "tmp/wheels", True),
        ("--index-url https://mirror.example/" + "simple/", True),
        ("https://files.pythonhosted." + "org/packages", True),
        ("templates/home/page.html and $HOME/data", False),
        ("/var/lib/postgresql", False),
    ],
)
def test_a_machine_path_or_package_host_is_found(line: str, private: bool) -> None:
    assert bool(PRIVATE.search(line)) is private
