"""Makes PNGs of app/static/icon.svg, drawn by Chromium: what home screens and notifications cannot take as SVG.

One is the drawing as it is; those that a device cuts into its own shape fill the whole square and keep the mark in the
middle; the badge is the mark alone, of which only the shape counts.
"""

import os
import re
from pathlib import Path
from typing import Final

from msgspec import Struct
from playwright.sync_api import sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
DRAWING: Final = ROOT / "app/static/icon.svg"
TARGET: Final = ROOT / "app/static/icons"
_SIDE: Final = 32
_GROUND: Final = re.compile(r'<rect width="32" height="32"[^>]*fill="([^"]+)"/>')
_FRAME: Final = re.compile(r'<rect x="3"[^>]*/>')
_COLOUR: Final = re.compile(r'fill="#[0-9a-f]{6}"')


class Picture(Struct, frozen=True):
    """One file: its side in pixels, and the size of the mark on a ground that fills it, None for the drawing itself."""

    name: str
    side: int
    mark: float | None = None
    alone: bool = False


PICTURES: Final = (
    Picture("192.png", 192),
    Picture("512.png", 512),
    Picture("maskable.png", 512, mark=1.15),
    Picture("apple.png", 180, mark=1.3),
    Picture("badge.png", 96, mark=1.7, alone=True),
)


def main() -> None:
    """Draws all of them."""
    TARGET.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROME"), args=["--no-sandbox"])
        for one in PICTURES:
            page = browser.new_page(viewport={"width": one.side, "height": one.side})
            page.set_content(f"<style>html,body{{margin:0;background:none}}svg{{display:block}}</style>{drawn(one)}")
            page.screenshot(path=TARGET / one.name, omit_background=True)
            print(f"{one.name}: {(TARGET / one.name).stat().st_size} bytes")
        browser.close()


def drawn(one: Picture) -> str:
    """The drawing of one picture."""
    text = DRAWING.read_text(encoding="utf-8").strip()
    text = text.replace("<svg ", f'<svg width="{one.side}" height="{one.side}" ', 1)
    if one.mark is None:
        return text
    ground = _GROUND.search(text)
    assert ground is not None, "the drawing begins with its ground"
    start, end = text.index(">") + 1, text.rindex("</svg>")
    mark = _FRAME.sub("", _GROUND.sub("", text[start:end]))
    if one.alone:
        mark = _COLOUR.sub('fill="#fff"', mark)
    filled = "" if one.alone else f'<rect width="{_SIDE}" height="{_SIDE}" fill="{ground.group(1)}"/>'
    shift = _SIDE / 2 * (1 - one.mark)
    return f'{text[:start]}{filled}<g transform="translate({shift} {shift}) scale({one.mark})">{mark}</g></svg>'


if __name__ == "__main__":
    main()
