"""axe, the checker of web accessibility rules, run in a page."""

from functools import cache
from importlib.resources import files
from typing import Any, Final

from playwright.sync_api import Page

_ALL: Final = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}
_CONTRAST: Final = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""Nothing else depends on the theme."""


_TALL: Final = 2600
"""So that what sticks to the foot of a screen lies over nothing: whatever is below it can be scrolled into sight."""


@cache
def _script() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def complaints(page: Page, within: str = "html") -> list[str]:
    """One line for each element that breaks a rule, of the page or what a selector finds of it.

    In the dark only its contrast is looked at.
    """
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.evaluate(_script())
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": size["width"], "height": _TALL})
    found: Any = page.evaluate("([within, options]) => axe.run(within, options)", [within, _CONTRAST if dark else _ALL])
    page.set_viewport_size(size)
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
