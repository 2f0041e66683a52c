"""The pages as an app, in a real browser: the worker, the page without a connection, messages, copying and sharing."""

import time
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page

from app.web.pages import pwa
from tests.browser.conftest import CHROME, Trouble
from tests.browser.player import Player
from tests.jobs.push_service import Phone, PushService, serving

_PATIENCE_SECONDS: Final = 20.0
_CACHED: Final = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const one of await (await caches.open(name)).keys()) found.push(one.url.replace(location.origin, ""));
    return found.sort();
}"""
_ACTIVE: Final = "navigator.serviceWorker.ready.then((found) => found.active.scriptURL.replace(location.origin, ''))"
_NOTES: Final = """async () => {
    const found = await (await navigator.serviceWorker.ready).getNotifications();
    return found.map((one) => [one.title, one.body, one.tag, one.data]);
}"""
_SUBSCRIBING: Final = """(subscription) => {
    let mine = null;
    const made = () => ({
        endpoint: subscription.endpoint,
        toJSON: () => ({ endpoint: subscription.endpoint, keys: subscription }),
        unsubscribe: async () => { mine = null; return true; },
    });
    PushManager.prototype.subscribe = async () => (mine = made());
    PushManager.prototype.getSubscription = async () => mine;
}"""
"""A private window has no push service; this one sends where the test can read. Everything else is the browser's."""


@pytest.fixture(scope="module")
def executable() -> str:
    """The whole browser: the one without windows shows no notifications."""
    return CHROME


@pytest.fixture
def service() -> Iterator[PushService]:
    with serving() as found:
        yield found


@pytest.fixture
def page(phone: BrowserContext, site: str, trouble: Trouble) -> Page:
    """The start page, with the worker at work."""
    page = phone.new_page()
    trouble.watch(page)
    page.goto(site)
    page.evaluate(_ACTIVE)
    eventually(page, "Boolean(navigator.serviceWorker.controller)", True)
    return page


def eventually(page: Page, script: str, wanted: object) -> None:
    """Waits until a script says so."""
    ends = time.monotonic() + _PATIENCE_SECONDS
    while (found := page.evaluate(script)) != wanted:
        assert time.monotonic() < ends, found
        page.wait_for_timeout(50)


def test_without_a_connection_a_page_says_so_and_the_way_back_leads_to_the_table(
    phone: BrowserContext, page: Page, site: str, trouble: Trouble
) -> None:
    Player(page, site, script=True).begin("classic")
    table = page.url
    phone.set_offline(True)
    page.goto(table)
    assert page.title() == "No connection · opolyx"
    assert page.url == table
    assert page.evaluate("getComputedStyle(document.querySelector('.primary')).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert page.evaluate("document.querySelector('img').naturalWidth") > 0
    phone.set_offline(False)
    page.click("a.primary")
    page.wait_for_selector("#board")
    assert page.url == table
    trouble[:] = [one for one in trouble if "ERR_INTERNET_DISCONNECTED" not in one]


def test_no_page_of_a_game_is_kept(page: Page, site: str) -> None:
    Player(page, site, script=True).begin("blitz")
    page.reload()
    page.goto(site)
    kept = page.evaluate(_CACHED)
    assert [one.partition("?")[0] for one in kept] == ["/offline", "/static/css/base.css", "/static/icon.svg"]


def test_a_new_worker_takes_over_and_leaves_nothing_of_the_old_one(
    phone: BrowserContext, page: Page, site: str
) -> None:
    page.evaluate("caches.open('opolyx-old').then((old) => old.put('/games/1', new Response('an old board')))")
    phone.add_cookies([{"name": "opolyx_language", "value": "ar-XB", "url": site}])
    page.goto(site)
    eventually(page, _ACTIVE, "/service-worker.js?lang=ar-XB")
    eventually(
        page,
        "navigator.serviceWorker.controller.scriptURL.replace(location.origin, '')",
        "/service-worker.js?lang=ar-XB",
    )
    eventually(page, "caches.keys().then((names) => names.length)", 1)
    assert "/offline?lang=ar-XB" in page.evaluate(_CACHED)
    phone.set_offline(True)
    page.goto(f"{site}/games/1")
    assert page.get_attribute("html", "dir") == "rtl"


def test_a_release_replaces_the_worker_of_an_open_page_at_the_next_visit(
    page: Page, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = page.evaluate("caches.keys()")
    monkeypatch.setattr(pwa, "_WORKER", f"{pwa._WORKER}\nself.release = 'newer';\n")
    pwa._worker.cache_clear()
    try:
        page.goto(site)
        eventually(page, f"caches.keys().then((names) => names.length === 1 && names[0] !== '{before[0]}')", True)
        eventually(page, "Boolean(navigator.serviceWorker.controller)", True)
    finally:
        monkeypatch.undo()
        pwa._worker.cache_clear()


def test_the_manifest_is_one_that_the_browser_can_install(phone: BrowserContext, page: Page) -> None:
    found = phone.new_cdp_session(page).send("Page.getAppManifest")
    assert found["url"].endswith("/manifest.webmanifest?lang=en")
    assert found["errors"] == []
    errors = phone.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []


def opened(page: Page) -> Page:
    """The same page with its menu open."""
    page.click("details.menu summary")
    page.wait_for_selector("form[data-push] button")
    return page


def arrived(page: Page, service: PushService, count: int) -> None:
    """Waits for so many messages at the push service."""
    ends = time.monotonic() + _PATIENCE_SECONDS
    while len(service.arrived) < count:
        assert time.monotonic() < ends, f"{len(service.arrived)} messages"
        page.wait_for_timeout(50)


def delivered(phone: BrowserContext, page: Page, site: str, data: str) -> None:
    """Hands a message to the worker, as the browser's own push service would."""
    session = phone.new_cdp_session(page)
    seen: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: seen.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    ends = time.monotonic() + _PATIENCE_SECONDS
    while not seen:
        assert time.monotonic() < ends
        page.wait_for_timeout(50)
    registration = next(one["registrationId"] for one in seen if not one["isDeleted"])
    session.send("ServiceWorker.deliverPushMessage", {"origin": site, "registrationId": registration, "data": data})
    session.detach()


def test_a_phone_that_wants_it_is_told_once_that_it_is_its_turn(
    phone: BrowserContext, site: str, service: PushService, trouble: Trouble
) -> None:
    device = Phone(service)
    phone.grant_permissions(["notifications"], origin=site)
    phone.add_init_script(f"({_SUBSCRIBING})({device.subscription!r})")
    page = phone.new_page()
    trouble.watch(page)
    Player(page, site, script=True).begin("classic")
    switch = opened(page).locator("form[data-push] button")
    switch.click()
    page.wait_for_selector("form[data-push] button[aria-pressed=true]")
    assert page.inner_text("form[data-push] output") == "This device tells you when it is your turn."
    arrived(page, service, 1)
    told = device.read(service.arrived[0])
    table = page.url.removeprefix(site)
    assert (told["title"], told["url"]) == ("It is your turn", table)

    data = device.read_text(service.arrived[0])
    delivered(phone, page, site, data)
    page.goto(site)
    assert page.evaluate(_NOTES) == [], "who looks at the table is not told"
    delivered(phone, page, site, data)
    eventually(page, _NOTES, [["It is your turn", "Classic, round 1", told["tag"], table]])
    delivered(phone, page, site, data)
    page.wait_for_timeout(300)
    assert len(page.evaluate(_NOTES)) == 1, "a newer note replaces the older one of the same table"


def test_messages_can_be_switched_off_again(
    phone: BrowserContext, site: str, service: PushService, trouble: Trouble
) -> None:
    phone.grant_permissions(["notifications"], origin=site)
    phone.add_init_script(f"({_SUBSCRIBING})({Phone(service).subscription!r})")
    page = phone.new_page()
    trouble.watch(page)
    Player(page, site, script=True).begin("classic")
    opened(page).click("form[data-push] button")
    page.wait_for_selector("form[data-push] button[aria-pressed=true]")
    page.click("form[data-push] button")
    page.wait_for_selector("form[data-push] button[aria-pressed=false]")
    assert page.inner_text("form[data-push] output") == "This device does not tell you of your turns any more."


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Notification.requestPermission = async () => 'denied'", "Messages are blocked for this site."),
        ("Notification.requestPermission = async () => 'default'", "That did not work. Please try again later."),
    ],
)
def test_a_browser_that_will_not_says_why(phone: BrowserContext, site: str, before: str, said: str) -> None:
    phone.add_init_script(before)
    page = phone.new_page()
    page.goto(site)
    opened(page).click("form[data-push] button")
    eventually(page, "document.querySelector('form[data-push] output').textContent !== ''", True)
    assert page.inner_text("form[data-push] output").startswith(said)
    assert page.get_attribute("form[data-push] button", "aria-pressed") == "false"


def test_a_stranger_is_told_to_take_a_seat_first(phone: BrowserContext, site: str, service: PushService) -> None:
    phone.grant_permissions(["notifications"], origin=site)
    phone.add_init_script(f"({_SUBSCRIBING})({Phone(service).subscription!r})")
    page = phone.new_page()
    page.goto(site)
    opened(page).click("form[data-push] button")
    eventually(page, "document.querySelector('form[data-push] output').textContent !== ''", True)
    assert page.inner_text("form[data-push] output") == "Please take a seat or give a name first."


def test_the_switch_is_hidden_where_a_device_cannot_be_told(
    phone: BrowserContext, old_phone: BrowserContext, site: str
) -> None:
    phone.add_init_script("delete window.PushManager")
    for context in (phone, old_phone):
        page = context.new_page()
        page.goto(site)
        page.click("details.menu summary")
        page.wait_for_selector("details.menu[open]")
        assert page.locator("form[data-push]").count() == 1
        assert not page.is_visible("form[data-push]")


def test_a_link_is_copied_and_shared_and_says_so(phone: BrowserContext, site: str, trouble: Trouble) -> None:
    phone.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
    phone.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page = phone.new_page()
    trouble.watch(page)
    page.goto(f"{site}/rooms/new")
    page.select_option("#bots", "0")
    page.click("main button.big")
    link = page.input_value("#invite")
    page.click("[data-copy]")
    eventually(page, "document.querySelector('[data-copy]').textContent.trim()", "Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link
    assert page.inner_text("#line") == "Copied"
    assert page.locator("[data-copy] svg").count() == 1
    page.click("[data-share]")
    assert page.evaluate("window.shared.url") == link
    eventually(page, "document.querySelector('[data-copy]').textContent.trim()", "Copy")


def test_sharing_is_offered_only_where_the_device_can(phone: BrowserContext, site: str) -> None:
    phone.add_init_script("navigator.share = undefined")
    page = phone.new_page()
    page.goto(f"{site}/rooms/new")
    page.select_option("#bots", "0")
    page.click("main button.big")
    assert page.is_visible("[data-copy]")
    assert page.locator("[data-share]").count() == 1
    assert not page.is_visible("[data-share]")
