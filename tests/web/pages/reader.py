"""A browser without script, as far as the tests need one: reads pages, finds forms, presses their buttons."""

from html.parser import HTMLParser
from typing import Final
from urllib.parse import urlencode

import httpx
from msgspec import Struct

_MENU: Final = ("/settings", "/devices")
"""Where the forms of the menu lead."""
_VOID: Final = {"area", "br", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Form(Struct):
    """A form with what it would send, and its buttons as pairs of name and value."""

    action: str
    fields: list[tuple[str, str]]
    buttons: list[tuple[str, str]]
    words: str = ""

    def value(self, name: str) -> str | None:
        """What a field would send."""
        return next((value for key, value in self.fields if key == name), None)


class Page(HTMLParser):
    """What a page says: its forms, its ids, its visible words, and whether its elements are nested well."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html: Final = html
        self.forms: list[Form] = []
        """Without the menu, which every page has."""
        self.menu: list[Form] = []
        self.ids: list[str] = []
        self.roots: list[tuple[str, dict[str, str]]] = []
        self.links: list[str] = []
        self.anchors: list[dict[str, str]] = []
        self.attributes: list[tuple[str, str]] = []
        self.words = ""
        self.codes: list[str] = []
        """The texts of the code elements."""
        self._open: list[str] = []
        self._form: Form | None = None
        self.feed(html)
        self.close()
        assert self._open == [], f"left open: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if not self._open:
            self.roots.append((tag, found))
        if tag not in _VOID:
            self._open.append(tag)
        self.attributes += found.items()
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found.get("href", ""))
            self.anchors.append(found)
        if tag == "form":
            self._form = Form(found["action"], [], [])
            (self.menu if self._form.action in _MENU else self.forms).append(self._form)
        if self._form is not None and "disabled" not in found:
            self._note_control(self._form, tag, found)

    def _note_control(self, form: Form, tag: str, found: dict[str, str]) -> None:
        if tag == "button":
            form.buttons.append((found.get("name", ""), found.get("value", "")))
        if tag == "input" and "name" in found:
            if found.get("type") in {"checkbox", "radio"} and "checked" not in found:
                return
            form.fields.append((found["name"], found.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1] == tag, f"</{tag}> closes <{self._open[-1]}>"
        self._open.pop()
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        self.words += data
        if "code" in self._open:
            self.codes.append(data)
        if self._form is not None:
            self._form.words += data

    def form(self, **wanted: str) -> Form:
        """The one form that has these fields or buttons."""
        found = [
            form
            for form in self.forms
            if all(form.value(name) == value or (name, value) in form.buttons for name, value in wanted.items())
        ]
        assert len(found) == 1, f"{len(found)} forms have {wanted}"
        return found[0]

    def offers(self, **wanted: str) -> bool:
        """Whether some form has these fields or buttons."""
        return any(
            all(form.value(name) == value or (name, value) in form.buttons for name, value in wanted.items())
            for form in self.forms
        )


class Reader:
    """Somebody at a browser: keeps cookies, follows redirects, and remembers the page in view."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.cookies = httpx.Cookies()
        self.status = 0
        self.address = ""
        self.page = Page("")

    async def visit(self, path: str) -> Page:
        """Opens an address."""
        await self._take(await self._send("GET", path))
        return self.page

    async def press(self, form: Form, *pressed: tuple[str, str], **typed: str) -> Page:
        """Presses a button of a form in view, with some fields filled in otherwise."""
        kept = [(name, value) for name, value in form.fields if name not in typed]
        await self.post(form.action, [*kept, *typed.items(), *pressed])
        return self.page

    async def post(self, path: str, fields: list[tuple[str, str]]) -> httpx.Response:
        """Sends a form; the answer itself, its redirect followed."""
        answer = await self._send(
            "POST", path, content=urlencode(fields), headers={"content-type": "application/x-www-form-urlencoded"}
        )
        await self._take(answer)
        return answer

    async def fragment(self, path: str) -> httpx.Response:
        """What htmx would be given."""
        return await self._send("GET", path, headers={"hx-request": "true"})

    async def order(self, game_id: str, fields: list[tuple[str, str]]) -> httpx.Response:
        """Sends an order as htmx does; the answer as it came."""
        return await self._send(
            "POST",
            f"/games/{game_id}/act",
            content=urlencode(fields),
            headers={"content-type": "application/x-www-form-urlencoded", "hx-request": "true"},
        )

    async def play_now(self, name: str = "") -> str:
        """A game against bots; its id."""
        home = await self.visit("/")
        await self.press(next(form for form in home.forms if form.action == "/play"), name=name)
        assert self.address.startswith("/games/"), self.page.words
        return self.address.removeprefix("/games/")

    async def _take(self, answer: httpx.Response) -> None:
        while answer.status_code == 303:
            answer = await self._send("GET", answer.headers["location"].partition("#")[0])
        self.status = answer.status_code
        self.address = answer.request.url.raw_path.decode()
        self.page = Page(answer.text)

    async def _send(self, method: str, path: str, **options: object) -> httpx.Response:
        self.client.cookies = self.cookies
        answer = await self.client.request(method, path, **options)  # type: ignore[arg-type]  # httpx's own options
        self.cookies = httpx.Cookies(self.client.cookies)
        self.client.cookies.clear()
        return answer
