"""Pages and parts: one Jinja environment, and what of a table has changed since the version a viewer has."""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, MutableMapping
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup
from msgspec import Struct

from app.i18n import OFFERED, Language
from app.i18n.jinja import install
from app.resources import TEMPLATES
from app.web import bundles, guide_view, labels, square_view
from app.web.assets import DIGITS
from app.web.speech import isolated
from app.web.table_view import RoomView, TableView

FILES: Final = bundles.files()
"""What is sent under `/static`, by name, read once."""
REMEMBERED: Final = 4096
"""Of how many viewers a process remembers what they were shown last; whoever is forgotten is sent everything."""

_WHITE: Final = re.compile(r"\s+")
_BETWEEN_BLOCKS: Final = re.compile(
    r" (?=</?(?:article|details|div|dl|dt|dd|fieldset|footer|form|h[1-6]|head|header|legend|li|link|main|meta|ol|option"
    r"|p|script|section|select|summary|table|tbody|td|th|thead|title|tr|ul)\b)"
)


def mark(seat: int) -> Markup:
    """A seat's sign: a shape of its own with its number, so that colour is never alone."""
    return _MARKS[seat]


_MARKS: Final = tuple(Markup('<i class="mark m{}">{}</i>').format(seat, seat + 1) for seat in range(6))


@cache
def asset(name: str) -> str:
    """The address of a file of ours, which changes when the file does."""
    digest = hashlib.sha256(FILES[name]).hexdigest()[:DIGITS]
    return f"/static/{name}?v={digest}"


@cache
def icon(name: str, style: str = "") -> Markup:
    """A drawing of the sprite; it says nothing to a screen reader, so words stand beside it."""
    address = f"{asset('sprite.svg')}#{name}"
    return Markup('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>').format(f"icon {style}".strip(), address)


def clock(seconds: int) -> str:
    """Seconds left, as a clock shows them.

    >>> clock(75), clock(86399)
    ('1:15', '23:59:59')
    """
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


class Compact(Extension):
    """White space of templates is one space or nothing: indentation is for whoever reads them, not for the wire."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Narrows every piece of template text, once, when a template is compiled."""
        for token in stream:
            yield Token(token.lineno, "data", _narrowed(token.value)) if token.type == "data" else token


def _narrowed(text: str) -> str:
    text = _WHITE.sub(" ", text)
    return _BETWEEN_BLOCKS.sub("", text)


class Pages(Environment):
    """An environment whose globals are all there before its first template is.

    Jinja looks them up in a chain, so that later ones are seen, too, and copies that chain for every piece of a page;
    a plain dictionary is copied in a tenth of the time.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template."""
        return {**self.globals, **(d or {})}


def environment() -> Environment:
    """The one environment of the process."""
    env = Pages(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,
        extensions=[Compact],
    )
    install(env)
    env.filters.update(mark=mark, name=isolated, clock=clock)
    env.globals.update(asset=asset, icon=icon, modes=labels.MODES, letters=labels.LETTERS, offered=OFFERED)
    env.globals.update(guide_url=guide_view.url, help_url=guide_view.help_url)
    return env


ENVIRONMENT: Final = environment()


Theme: TypeAlias = Literal["auto", "light", "dark"]
"""Light, dark, or as the device has it."""


class Frame(Struct, frozen=True):
    """What every page is rendered with: the reader's language and theme, the token of forms, and a note to show."""

    language: Language
    csrf: str
    flash: Markup | None = None
    theme: Theme = "auto"
    suspended: Markup | None = None
    """What a suspended person is told on every page."""
    warned: Markup | None = None
    """What a warned person is told until they say that they have read it."""
    reports: int | None = None
    """How many reports wait for an operator; None for everybody else."""


def page(template: str, frame: Frame, **values: object) -> str:
    """A whole page, or a fragment that stands by itself."""
    return ENVIRONMENT.get_template(template).render(
        language=frame.language, csrf=frame.csrf, flash=frame.flash, theme=frame.theme, frame=frame, **values
    )


def squares(view: TableView, frame: Frame) -> dict[str, str]:
    """The squares of the board by their ids."""
    template = ENVIRONMENT.get_template("table/_square.html")
    return {f"square-{one.number}": square_view.drawn(template, frame.language, one) for one in view.squares}


_TABLE_PARTS: Final = ("middle", "call", "seats", "dock", "estate", "offers", "leave")


def table_parts(view: TableView, frame: Frame) -> dict[str, str]:
    """Every part of a table by its id, without `clock` and `log`: the one always changes, the other grows."""
    found = squares(view, frame)
    token = hidden(_csrf_token=frame.csrf)
    stamp = hidden(version=view.version) + token
    for name in _TABLE_PARTS:
        found[name] = page(f"table/_{name}.html", frame, table=view, stamp=stamp, token=token)
    return found


def fragment(template: str, frame: Frame, table: TableView, **values: object) -> str:
    """A piece of the table that is shown on demand, with forms of its own."""
    token = hidden(_csrf_token=frame.csrf)
    return page(template, frame, table=table, stamp=hidden(version=table.version) + token, token=token, **values)


def hidden(**fields: object) -> Markup:
    """Hidden fields of a form."""
    return Markup().join(
        Markup('<input type="hidden" name="{}" value="{}">').format(name, value) for name, value in fields.items()
    )


def room_parts(room: RoomView, frame: Frame) -> dict[str, str]:
    """The parts of a waiting room."""
    return {name: page(f"room/_{name}.html", frame, room=room) for name in ("room", "dice")}


class Shown(Struct, frozen=True):
    """What a viewer was shown: a digest of each part. It is only ever used to send less."""

    parts: dict[str, int]

    @classmethod
    def of(cls, parts: Mapping[str, str]) -> "Shown":
        """What showing these parts leaves in view."""
        return cls({name: hash(text) for name, text in parts.items()})

    def changed(self, parts: Mapping[str, str]) -> dict[str, str]:
        """The parts whose text is another now."""
        return {name: text for name, text in parts.items() if self.parts.get(name) != hash(text)}


class Memory:
    """What the viewers of this process were shown at which version. Losing it costs bytes, never correctness."""

    def __init__(self, size: int = REMEMBERED) -> None:
        self._size = size
        self._shown: OrderedDict[tuple[object, ...], Shown] = OrderedDict()

    def note(self, key: tuple[object, ...], parts: Mapping[str, str]) -> None:
        """The viewer now sees these parts."""
        self._shown[key] = Shown.of(parts)
        self._shown.move_to_end(key)
        while len(self._shown) > self._size:
            self._shown.popitem(last=False)

    def changed(self, key: tuple[object, ...], parts: Mapping[str, str]) -> dict[str, str]:
        """What to send to a viewer who has that version; everything where that is not remembered."""
        shown = self._shown.get(key)
        return dict(parts) if shown is None else shown.changed(parts)
