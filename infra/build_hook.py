"""What building adds to the package: htmx out of a pinned release, and in a wheel also templates and SQL."""

import hashlib
import importlib.util
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Each file of django_htmx/static/django_htmx, and the SHA-256 it must have.
VENDORED: Final = {
    "htmx-2.min.js": "71ea67185bfa8c98c39d31717c6fce5d852370fcdfd129db4543774d3145c0de",
}
BUNDLED: Final = ("templates", "sql")


class Vendor(BuildHookInterface[Any]):
    """Runs before every build, editable installs included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Hatchling's moment before it collects files; version is "standard" or "editable"."""
        target = Path(self.root, "app", "static", "vendor")
        for name, digest in VENDORED.items():
            vendor(name, digest, target)
        if self.target_name == "wheel" and version == "standard":
            for name in BUNDLED:
                build_data["force_include"][str(Path(self.root, name))] = f"app/_bundle/{name}"


def vendor(name: str, digest: str, target: Path) -> None:
    """Leaves the file in target; one that is there already and right is kept, so a source archive builds alone."""
    copy = target / Path(name).name
    if copy.is_file() and hashlib.sha256(copy.read_bytes()).hexdigest() == digest:
        return
    content = (_home_of_htmx() / name).read_bytes()
    if hashlib.sha256(content).hexdigest() != digest:
        raise RuntimeError(f"{name} of the installed django-htmx is not the file this project pins")
    target.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(content)


def _home_of_htmx() -> Path:
    """Finds the package without importing it: importing would need Django set up."""
    spec = importlib.util.find_spec("django_htmx")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("django-htmx is missing: install infra/constraints-build.txt, or build with isolation")
    return Path(spec.submodule_search_locations[0], "static", "django_htmx")
