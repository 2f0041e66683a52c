"""Every named query is used, every used one exists, and each is what the house calls a query."""

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from app.store import sql

STORE: Final = Path(sql.__file__).parent
NOUNS: Final = sorted(path.stem for path in sql.QUERIES.glob("*.sql"))
VERBS: Final = {
    "check", "count", "create", "delete", "find", "limit", "list", "lock", "read", "save", "take", "tell",
}  # fmt: skip


def used(noun: str) -> set[str]:
    """The names looked up in the modules that load the noun's file."""
    names: set[str] = set()
    for module in STORE.glob("*.py"):
        text = module.read_text(encoding="utf-8")
        if f'sql.load("{noun}")' in text:
            names |= set(re.findall(r'_SQL\["(\w+)"\]', text))
    return names


@pytest.mark.parametrize("noun", NOUNS)
def test_named_queries_are_the_used_ones(noun: str) -> None:
    assert set(sql.load(noun)) == used(noun)


@pytest.mark.parametrize("noun", NOUNS)
def test_query_is_a_verb_a_sentence_and_one_statement(noun: str) -> None:
    text = (sql.QUERIES / f"{noun}.sql").read_text(encoding="utf-8")
    entries = [entry for entry in re.split(r"^-- name: ", text, flags=re.MULTILINE) if entry.strip()]
    assert len(entries) == len(sql.load(noun))
    for entry in entries:
        name, comment, *body = entry.strip().splitlines()
        assert name.split("_")[0] in VERBS, name
        assert comment.startswith("-- "), name
        statement = "\n".join(line for line in body if not line.startswith("--"))
        assert statement.endswith(";"), name
        assert statement.count(";") == 1, name
        assert not re.search(r"SELECT \*|RETURNING \*|\.\*", statement), name


def test_sql_stands_in_files() -> None:
    """A module of the store holds no statement of its own, but for those that administer a server or a connection."""
    words = re.compile(r"\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.*\b(FROM|INTO|SET|WHERE)\b")
    found = [
        f"{module.name}:{node.lineno}"
        for module in STORE.glob("*.py")
        if module.name != "embedded.py"
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and words.search(node.value)
    ]
    assert found == []
