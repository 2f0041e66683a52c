"""What a browser calls itself, shortened to what its owner knows it by; it is told to nobody else."""

from typing import Final

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def described(agent: str) -> str:
    """Browser and system by their own names; empty for what we do not know.

    >>> described("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox · Windows'
    >>> described("curl/8.5")
    ''
    """
    found = (_first(_BROWSERS, agent), _first(_SYSTEMS, agent))
    return " · ".join(one for one in found if one)


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str | None:
    return next((name for sign, name in known if sign in agent), None)
