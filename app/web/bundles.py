"""Our own files as they are sent: most as they lie, the sheets of a folder joined to one, the drawings to one sprite.

`css/table/*.css` is sent as `css/table.css`, in the order of the names; `sprite/<name>.svg` is `sprite.svg#<name>`, and
`stickers/<name>.svg` is `stickers.svg#<name>`. Comments of sheets and scripts are for who reads them here.
"""

import re
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).resolve().parents[1] / "static"
_SPRITE: Final = re.compile(r'\s*<svg[^>]*\bviewBox="([^"]+)"[^>]*>(.*)</svg>\s*', re.DOTALL)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_COMMENT_LINE: Final = re.compile(rb"^\s*//.*\n", re.MULTILINE)
_WHITE: Final = re.compile(r"\s+")
_CLOSE: Final = re.compile(r"\s*([{};,])\s*")
_BETWEEN_TAGS: Final = re.compile(r">\s+<")


def files(directory: Path = STATIC) -> dict[str, bytes]:
    """Every file that is sent, by its name."""
    found: dict[str, bytes] = {}
    for path in sorted(one for one in directory.rglob("*") if one.is_file()):
        name = path.relative_to(directory)
        match name.parts:
            case ("css", sheet, _):
                found[f"css/{sheet}.css"] = found.get(f"css/{sheet}.css", b"") + _sheet(path)
            case (("sprite" | "stickers") as folder, _):
                found[f"{folder}.svg"] = found.get(f"{folder}.svg", b"") + _symbol(path)
            case ("js", _):
                found[name.as_posix()] = _COMMENT_LINE.sub(b"", path.read_bytes())
            case _:
                found[name.as_posix()] = path.read_bytes()
    for sprite in ("sprite.svg", "stickers.svg"):
        if sprite in found:
            found[sprite] = b'<svg xmlns="http://www.w3.org/2000/svg">' + found[sprite] + b"</svg>"
    return found


def _sheet(path: Path) -> bytes:
    text = _WHITE.sub(" ", _COMMENT.sub("", path.read_text("utf-8")))
    return _CLOSE.sub(r"\1", text).strip().encode()


def _symbol(path: Path) -> bytes:
    drawn = _SPRITE.fullmatch(path.read_text("utf-8"))
    if drawn is None:
        raise ValueError(f"{path.name} is not one svg with a viewBox")
    box, inner = drawn.groups()
    inner = _BETWEEN_TAGS.sub("><", _WHITE.sub(" ", inner)).strip()
    return f'<symbol id="{path.stem}" viewBox="{box}">{inner}</symbol>'.encode()
