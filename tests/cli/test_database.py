"""`opolyx migrate` and `opolyx sweep`, and where a command finds its database."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import database as commands
from app.cli import main
from app.store import migrate as migrations


def run(*arguments: str, **variables: str | None) -> Result:
    return CliRunner().invoke(main, arguments, env={"LISTEN_DATABASE_URL": None, **variables})


def test_migrating_says_what_was_applied_and_then_nothing(empty_database_url: str) -> None:
    first = run("migrate", DATABASE_URL=empty_database_url)
    assert (first.exit_code, first.output) == (0, f"applied: {', '.join(one.name for one in migrations.read())}\n")
    assert run("migrate", DATABASE_URL=empty_database_url).output == "nothing to do\n"


def test_a_database_that_is_away_is_told_in_one_line(unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "PATIENCE_SECONDS", 0)
    done = run("migrate", DATABASE_URL=f"postgresql://me:secret@127.0.0.1:{unused_tcp_port}/opolyx")
    assert done.exit_code == 1
    assert done.output.startswith(f"Error: no database answers at 127.0.0.1:{unused_tcp_port}/opolyx")
    assert "secret" not in done.output
    assert done.output.count("\n") == 1


def test_a_database_that_is_not_there_is_told_in_one_line(server_url: str) -> None:
    done = run("migrate", DATABASE_URL=server_url.replace("/opolyx?", "/nothing?").replace("/postgres?", "/nothing?"))
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert "cannot be used" in done.output


def test_a_sweep_says_what_it_did(database_url: str) -> None:
    done = run("sweep", "--once", DATABASE_URL=database_url)
    assert (done.exit_code, done.output) == (0, "played: 0, failed: 0, rooms filled: 0, rooms closed: 0, told: 0\n")


def test_a_command_without_an_address_uses_the_embedded_database(tmp_path: Path) -> None:
    done = run("migrate", "--data", str(tmp_path / "data"), DATABASE_URL=None)
    assert (done.exit_code, done.output.startswith("applied: ")) == (0, True)
    assert not (tmp_path / "data" / "postgres" / "postmaster.pid").exists()
    assert run("sweep", "--once", "--data", str(tmp_path / "data"), DATABASE_URL=None).exit_code == 0


def test_data_is_kept_where_programs_keep_theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert commands.data_home() == tmp_path / "opolyx"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert commands.data_home() == tmp_path / ".local" / "share" / "opolyx"


def test_a_sweep_of_a_database_without_tables_says_what_to_do(empty_database_url: str) -> None:
    done = run("sweep", "--once", DATABASE_URL=empty_database_url)
    assert (done.exit_code, done.output) == (1, "Error: the database lacks tables; run opolyx migrate first\n")
