"""Theme and language: chosen in the menu, kept by the browser, and back to the page where they were chosen."""

import httpx
import pytest
from litestar.middleware.csrf import generate_csrf_token

from app.web.pages import choices
from tests.web.pages.reader import Page, Reader

HERE = "http://testserver"


async def chosen(reader: Reader, came: str | None = f"{HERE}/rooms/new", **wish: str) -> httpx.Response:
    """Presses a button of the menu on a page of that address; the answer before its redirect is followed."""
    page = await reader.visit("/rooms/new")
    token = page.menu[0].value("_csrf_token") or ""
    reader.client.cookies = reader.cookies
    headers = {} if came is None else {"referer": came}
    answer = await reader.client.post("/settings", data={"_csrf_token": token, **wish}, headers=headers)
    reader.cookies = httpx.Cookies(reader.client.cookies)
    reader.client.cookies.clear()
    return answer


def theme_of(page: Page) -> str | None:
    return dict(page.roots[0][1]).get("data-theme")


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_theme_is_written_into_every_page(reader: Reader, theme: str) -> None:
    assert theme_of(await reader.visit("/")) is None
    answer = await chosen(reader, theme=theme)
    assert (answer.status_code, answer.headers["location"]) == (303, "/rooms/new")
    for path in ("/", "/rooms/new", "/fairness", "/nothing"):
        page = await reader.visit(path)
        assert theme_of(page) == theme
        assert [value for _, value in page.menu[0].buttons].count(theme) == 1


async def test_the_device_decides_again_where_it_is_asked_to(reader: Reader) -> None:
    await chosen(reader, theme="dark")
    await chosen(reader, theme="auto")
    assert theme_of(await reader.visit("/")) is None


async def test_the_theme_is_kept_out_of_reach_of_scripts_and_other_sites(reader: Reader) -> None:
    cookie = (await chosen(reader, theme="dark")).headers["set-cookie"]
    assert cookie.startswith("opolyx_theme=dark;")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Max-Age=31536000" in cookie
    assert "Secure" not in cookie


@pytest.mark.parametrize("wish", [{"theme": "neon"}, {"theme": ""}, {"language": "xx"}, {"language": "en-XA"}])
async def test_what_is_not_offered_is_refused_in_words(reader: Reader, wish: dict[str, str]) -> None:
    answer = await chosen(reader, **wish)
    assert answer.status_code == 303
    assert "opolyx_theme" not in reader.cookies
    assert "opolyx_language" not in reader.cookies
    assert "That choice is not possible." in (await reader.visit("/rooms/new")).words


@pytest.mark.parametrize(
    "came",
    [
        None,
        "",
        "https://evil.example/",
        "https://evil.example/rooms/new",
        f"{HERE}.evil.example/",
        f"{HERE}//evil.example/",
        f"{HERE}/\\evil.example",
        f"{HERE}@evil.example/",
        "javascript:alert()",
        "http://[",
        f"{HERE}/games/g1/join",
        f"{HERE}/no/page/at/all",
    ],
)
async def test_a_choice_leads_nowhere_but_to_a_page_of_ours(reader: Reader, came: str | None) -> None:
    assert (await chosen(reader, came, theme="dark")).headers["location"] == "/"


async def test_the_query_of_the_page_is_kept(reader: Reader) -> None:
    answer = await chosen(reader, f"{HERE}/fairness?game=g1", theme="dark")
    assert answer.headers["location"] == "/fairness?game=g1"


async def test_a_language_is_kept_for_a_stranger_and_with_a_person(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "_LANGUAGES", frozenset({"en", "ar-XB"}))
    await chosen(reader, language="ar-XB")
    assert (await reader.visit("/")).roots[0][1]["dir"] == "rtl"
    await reader.play_now("Ann")
    reader.cookies.delete("opolyx_language")
    assert (await reader.visit("/")).roots[0][1]["dir"] == "rtl"
    await chosen(reader, language="en")
    assert (await reader.visit("/")).roots[0][1]["dir"] == "ltr"


async def test_a_choice_without_our_token_is_refused(reader: Reader) -> None:
    await reader.post("/settings", [("theme", "dark")])
    assert reader.status == 403
    assert theme_of(await reader.visit("/")) is None


@pytest.mark.parametrize("cookie", [generate_csrf_token("another secret"), "0" * 128, "short", "\xe4" * 128])
async def test_forms_work_again_after_the_secret_of_their_tokens_has_changed(reader: Reader, cookie: str) -> None:
    home = await reader.client.get("/", headers={b"cookie": f"a=b; opolyx_csrf={cookie}; c=d".encode("latin-1")})
    assert home.cookies["opolyx_csrf"] != cookie
    reader.cookies = home.cookies
    await reader.play_now("Ann")
    assert reader.status == 200


async def test_a_token_of_ours_is_kept_while_it_is_good(reader: Reader) -> None:
    await reader.visit("/")
    before = reader.cookies["opolyx_csrf"]
    await reader.visit("/rooms/new")
    assert reader.cookies["opolyx_csrf"] == before


@pytest.mark.parametrize(("path", "status"), [("/nothing", 404), ("/games/nothing", 404), ("/settings", 405)])
async def test_an_error_is_a_page_with_a_way_back(reader: Reader, path: str, status: int) -> None:
    page = await reader.visit(path)
    assert reader.status == status
    assert "/" in page.links
    assert page.menu[0].action == "/settings"


@pytest.mark.parametrize("mode", ["blitz", "team", "original_speed"])
async def test_a_game_of_any_mode_begins_with_one_tap(reader: Reader, mode: str) -> None:
    page = await reader.visit("/")
    await reader.press(next(form for form in page.forms if form.action == "/play"), ("mode", mode))
    assert reader.address.startswith("/games/")
    assert "board" in reader.page.ids


async def test_a_game_of_no_mode_does_not_begin(reader: Reader) -> None:
    page = await reader.visit("/")
    await reader.press(next(form for form in page.forms if form.action == "/play"), ("mode", "chess"))
    assert reader.address == "/"
    assert "That choice is not possible." in reader.page.words
