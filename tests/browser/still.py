"""Pages of tables in any position, given to a browser without a server."""

from mimetypes import guess_type
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route

from app.web.render import FILES

ADDRESS = "http://table.example/games/g1"


def still_page(context: BrowserContext) -> Page:
    """A page that gets our files, and no news."""
    page = context.new_page()
    page.route("**/static/**", give_file)
    page.route("**/live*", lambda route: route.fulfill(body="", content_type="text/event-stream"))
    page.route("**/parts*", lambda route: route.fulfill(status=204))
    page.route("**/rematch*", lambda route: route.fulfill(status=204))
    page.route("**/brought*", lambda route: route.fulfill(status=204))
    page.route("**/chat*", lambda route: route.fulfill(status=204))
    return page


def give_file(route: Route) -> None:
    """One of our files, as the server would."""
    name = urlsplit(route.request.url).path.removeprefix("/static/")
    route.fulfill(body=FILES[name], content_type=guess_type(name)[0])


def show(page: Page, html: str) -> None:
    """Lays a page before the browser, at a table's address."""
    page.route("**/games/g1", lambda route: route.fulfill(body=html, content_type="text/html"), times=1)
    page.goto(ADDRESS)
