"""Takes a picture of every page and of every phase of a table, for whoever looks at the design next.

infra/screens [--out DIRECTORY] [--only WORD ...] [--sizes phone ...] [--themes light dark] [--directions ltr rtl]

Phases come from the positions that the tests use; pages from a server of its own, with a database of its own. Right to
left is Arabic where it is offered, else a made-up language. One folder a size, and an index.html with all of them.
"""

import argparse
import itertools
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from app.i18n import Language, choose
from app.i18n.languages import OFFERED_CODES
from app.web.pages import panels, scene
from infra.bench.figures import say
from infra.pictures.places import places
from tests.browser.still import show, still_page
from tests.web.pages.scenes import CASES, look, of, waiting

SIZES: Final = {"small": (360, 640), "phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
THEMES: Final = ("light", "dark")
DIRECTIONS: Final = ("ltr", "rtl")
_RIGHT_TO_LEFT: Final = "ar" if "ar" in OFFERED_CODES else "ar-XB"
_PANELS: Final[dict[str, dict[str, list[str]]]] = {
    "deed of a street": {"square": ["11"]},
    "deed of a station": {"square": ["5"]},
    "card of chance": {"square": ["7"]},
    "trade": {"trade": ["1"]},
}
_ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_GREATEST_HEIGHT: Final = 4000


def main() -> None:
    asked = _asked()
    chrome = os.environ.get("CHROME") or shutil.which("chromium") or shutil.which("google-chrome")
    with places() as found, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome, args=list(_ARGUMENTS))
        for size, theme, direction in itertools.product(asked.sizes, asked.themes, asked.directions):
            folder = asked.out / f"{size}-{theme}-{direction}"
            folder.mkdir(parents=True, exist_ok=True)
            say(f"{folder}")
            language = choose(None, "en" if direction == "ltr" else _RIGHT_TO_LEFT)
            _take_phases(browser, folder, size, theme, language, asked.only)
            for name, (address, cookies) in found.pages.items():
                if _wanted(f"page {name}", asked.only):
                    page = _page(browser, size, theme, {"Cookie": cookies, "Accept-Language": language.code})
                    page.goto(found.origin + address)
                    _take(page, folder / f"page {name}.png")
                    page.context.close()
        browser.close()
    _write_index(asked.out)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="infra/screens", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("screens"), help="where to (screens)")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="pictures whose name has one of these")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    parser.add_argument("--directions", nargs="+", choices=DIRECTIONS, default=DIRECTIONS)
    return parser.parse_args()


def _take_phases(
    browser: Browser, folder: Path, size: str, theme: str, language: Language, only: Sequence[str]
) -> None:
    page = _page(browser, size, theme, {})
    for name, html in _phases(language):
        if _wanted(name, only):
            show(page, html)
            _take(page, folder / f"{name}.png")
    page.context.close()


def _phases(language: Language) -> Iterator[tuple[str, str]]:
    for name, case in CASES.items():
        yield f"phase {name}", scene.page(look(case, language=language), "")
    seen = look(CASES["turn"], language=language)
    for name, query in _PANELS.items():
        yield f"panel {name}", scene.page(seen, panels.panel(seen, query))
    for mode in ("classic", "team"):
        yield f"room {mode}", scene.page(of(waiting(mode=mode, private=True), [], viewer=0, language=language), "")


def _page(browser: Browser, size: str, theme: str, headers: dict[str, str]) -> Page:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=1 if width > 1000 else 2,
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        extra_http_headers={name: value for name, value in headers.items() if value},
    )
    return still_page(context) if not headers else context.new_page()


def _take(page: Page, path: Path) -> None:
    """The first screenful, and beside it the whole page where there is more."""
    page.screenshot(path=path)
    height = int(page.evaluate("document.documentElement.scrollHeight"))
    if height > page.evaluate("innerHeight") * 1.1:
        clip = {"x": 0, "y": 0, "width": page.evaluate("innerWidth"), "height": min(height, _GREATEST_HEIGHT)}
        page.screenshot(path=path.with_stem(f"{path.stem} whole"), full_page=True, clip=clip)  # type: ignore[arg-type]  # a plain dict will do


def _wanted(name: str, only: Iterable[str]) -> bool:
    words = list(only)
    return not words or any(word in name for word in words)


def _write_index(out: Path) -> None:
    pictures = sorted(path.relative_to(out) for path in out.rglob("*.png"))
    figures = "".join(
        f'<figure><img src="{escape(str(path))}" width="240" loading="lazy" alt="">'
        f"<figcaption>{escape(str(path.with_suffix('')))}</figcaption></figure>"
        for path in pictures
    )
    style = "body{display:flex;flex-wrap:wrap;gap:1rem;font:0.8rem sans-serif}figure{margin:0;max-width:240px}"
    out.joinpath("index.html").write_text(f"<!DOCTYPE html><style>{style}</style>{figures}", "utf-8")
    say(f"{len(pictures)} pictures; look at {out / 'index.html'}")


if __name__ == "__main__":
    main()
