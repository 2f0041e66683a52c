"""What a first visit takes over the wire: the page and every file it names, compressed as a browser is sent them."""

import re
from typing import Final

import httpx

from infra.bench.figures import Figure
from infra.bench.visits import visits

BENCH: Final = "weight"
_FIRST_VISIT: Final = 70 * 1024
_OWN_SCRIPT: Final = 12 * 1024
_NAMED: Final = re.compile(r'(?:src|href)="(/static/[^"#]+)')
_VENDOR: Final = "/static/vendor/"


def measure() -> list[Figure]:
    """Bytes of each page, and of the table's script."""
    with visits() as found:
        weights = {name: _weighed(found.origin + path, cookie) for name, (path, cookie) in found.pages.items()}
    figures = [
        Figure(bench=BENCH, name=f"first visit to {name}", found=sum(sizes.values()), unit="bytes", goal=_FIRST_VISIT)
        for name, sizes in weights.items()
    ]
    own = sum(size for path, size in weights["table"].items() if ".js" in path and not path.startswith(_VENDOR))
    return [*figures, Figure(bench=BENCH, name="script of our own", found=own, unit="bytes", goal=_OWN_SCRIPT)]


def _weighed(address: str, cookie: str) -> dict[str, int]:
    """Bytes by path: the page first, then what it names."""
    with httpx.Client(base_url=address, headers={"Accept-Encoding": "gzip", "Cookie": cookie}) as client:
        page = client.get(address)
        assert page.status_code == 200, (address, page.status_code, page.headers)
        paths = sorted(set(_NAMED.findall(page.text)))
        return {"": _size(page), **{path: _size(client.get(httpx.URL(address).join(path))) for path in paths}}


def _size(answer: httpx.Response) -> int:
    assert answer.status_code == 200, answer.url
    return answer.num_bytes_downloaded
