"""Passkeys in Chromium with an authenticator of its own, and the pages of the account on a phone."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from tests.browser.axe import complaints
from tests.browser.conftest import Trouble


@pytest.fixture
def here(site: str) -> str:
    """The site by its name: an address of numbers has no passkeys."""
    return site.replace("127.0.0.1", "localhost")


@pytest.fixture
def page(phone: BrowserContext, trouble: Trouble) -> Iterator[Page]:
    opened = phone.new_page()
    trouble.watch(opened)
    yield opened
    opened.close()


@pytest.fixture
def authenticator(phone: BrowserContext, page: Page) -> tuple[CDPSession, Any]:
    """A device with a lock that makes and keeps passkeys."""
    devtools = phone.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    return devtools, devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def become_guest(page: Page, here: str) -> None:
    page.goto(here)
    page.get_by_label("Your name, if you like").fill("Ada")
    page.get_by_role("button", name="Play now against three bots").click()
    page.wait_for_url("**/games/*")


def test_a_passkey_brings_a_person_back(page: Page, here: str, authenticator: tuple[CDPSession, Any]) -> None:
    become_guest(page, here)
    page.goto(f"{here}/account")
    expect(page.get_by_role("heading", name="Keep my progress")).to_be_visible()
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Sign out everywhere").click()
    page.wait_for_url("**/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/account")
    expect(page.get_by_text("You are signed in.")).to_be_visible()
    page.get_by_role("button", name="Remove this passkey").click()
    expect(page.get_by_role("heading", name="Keep my progress")).to_be_visible()
    page.context.clear_cookies()
    page.goto(f"{here}/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("That passkey is not known here")).to_be_visible()


def test_an_answer_is_not_taken_twice(page: Page, here: str, authenticator: tuple[CDPSession, Any]) -> None:
    become_guest(page, here)
    page.goto(f"{here}/account")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    page.get_by_role("button", name="Sign out everywhere").click()
    page.wait_for_url("**/sign-in")
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.post_data or "") if one.url.endswith("/sign-in/passkey") else None)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/account")
    again = page.request.post(
        f"{here}/sign-in/passkey", data=sent[0], headers={"content-type": "application/x-www-form-urlencoded"}
    )
    assert "That passkey is not known here" in again.text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_small_phone_and_pass_axe(chromium: Browser, site: str, scheme: Any) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 640}, color_scheme=scheme)
    page = context.new_page()
    for path in ("/sign-in", "/account", "/account/delete"):
        page.goto(site + path)
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if path == "/sign-in":
            become_guest(page, site)
    context.close()


def asked_link(page: Page, caplog: pytest.LogCaptureFixture, site: str) -> str:
    """A link for Ada's address; without a mail server it stands in the log."""
    page.goto(f"{site}/account")
    page.get_by_label("Your e-mail address").fill("ada.of.the.long.address@mail.example.org")
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text("finds the link in its log")).to_be_visible()
    path: str = re.findall(r"/sign-in/link/[\w-]+", caplog.text)[-1]
    return site + path


def test_the_page_of_a_link_and_a_waiting_guest_fit_a_small_phone_and_pass_axe(
    chromium: Browser, site: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app.mail")
    contexts = [
        chromium.new_context(viewport={"width": 360, "height": 640}, color_scheme=scheme)
        for scheme in ("light", "dark")
    ]
    for context in contexts:
        page = context.new_page()
        become_guest(page, site)
        page.goto(asked_link(page, caplog, site))
        expect(page.get_by_role("button", name="Sign in now")).to_be_visible()
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.get_by_role("button", name="Sign in now").click()
        page.wait_for_url("**/account")
    expect(page.get_by_role("heading", name="The guest of this browser")).to_be_visible()
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for context in contexts:
        context.close()


def test_without_script_there_is_no_passkey_but_a_link(old_phone: BrowserContext, site: str) -> None:
    page = old_phone.new_page()
    page.goto(f"{site}/sign-in")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    page.get_by_label("Your e-mail address").fill("ada@example.org")
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text("finds the link in its log")).to_be_visible()
