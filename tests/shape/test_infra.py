"""What infra/ says has to agree with the code and with itself."""

import re
import tomllib
from pathlib import Path
from typing import Final

from app.settings import Settings, read

ROOT: Final = Path(__file__).resolve().parents[2]
_SAMPLE: Final = re.compile(r"^#?([A-Z_]+)=(.*)$", re.MULTILINE)
_PIN: Final = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
_NAME: Final = re.compile(r"[A-Za-z0-9-]+")


def samples() -> dict[str, str]:
    return dict(_SAMPLE.findall((ROOT / "infra/env.example").read_text(encoding="utf-8")))


def pins(file: str) -> dict[str, str]:
    return dict(_PIN.findall((ROOT / "infra" / file).read_text(encoding="utf-8")))


def asked(requirements: list[str]) -> set[str]:
    return {found.group().lower() for one in requirements if (found := _NAME.match(one))}


def test_env_example_lists_every_setting_and_nothing_else() -> None:
    of_a_provider = {f"OIDC_GOOGLE_{part}" for part in ("ISSUER", "CLIENT_ID", "CLIENT_SECRET")}
    listed = set(samples()) - of_a_provider - {"POSTGRES_PASSWORD"}
    assert listed == {field.upper() for field in Settings.__struct_fields__}


def test_what_env_example_shows_can_be_used() -> None:
    shown = read(samples())
    assert shown.database_url
    assert shown.listen_database_url
    assert shown.pool_size == Settings().pool_size
    assert shown.bot_pause_ms == Settings().bot_pause_ms


def test_every_dependency_is_pinned() -> None:
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert asked(described["project"]["dependencies"]) <= set(pins("constraints.txt"))
    assert asked(described["build-system"]["requires"]) <= set(pins("constraints-build.txt"))
    assert asked(described["project"]["optional-dependencies"]["dev"]) <= set(pins("constraints-dev.txt"))


def test_developers_have_what_players_run() -> None:
    running = pins("constraints.txt") | pins("constraints-build.txt")
    assert pins("constraints-dev.txt").items() >= running.items()
