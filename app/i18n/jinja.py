"""Teaches a Jinja environment to speak. One environment serves all languages, so every page is rendered with the
variable `language` in its context, and macros that speak are imported `with context`."""

from collections.abc import Callable, Sequence
from operator import methodcaller
from typing import Any, Final

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from app.i18n.language import Language


def install(env: Environment) -> None:
    """Adds `{% trans %}`, `_`, `gettext`, `ngettext`, `pgettext`, `npgettext` and the filters of FILTERS."""
    env.add_extension("jinja2.ext.i18n")
    env.policies["ext.i18n.trimmed"] = True
    env.filters.update(FILTERS)
    methodcaller(
        "install_gettext_callables", _gettext, _ngettext, newstyle=True, pgettext=_pgettext, npgettext=_npgettext
    )(env)


def _spoken(context: Context) -> Language:
    language = context.get("language")
    if not isinstance(language, Language):
        raise LookupError(f"{context.name}: no `language` here; give it to render, import macros `with context`")
    return language


@pass_context
def _gettext(context: Context, message: str) -> str:
    return _spoken(context).gettext(message)


@pass_context
def _ngettext(context: Context, singular: str, plural: str, n: int) -> str:
    return _spoken(context).ngettext(singular, plural, n)


@pass_context
def _pgettext(context: Context, about: str, message: str) -> str:
    return _spoken(context).pgettext(about, message)


@pass_context
def _npgettext(context: Context, about: str, singular: str, plural: str, n: int) -> str:
    return _spoken(context).npgettext(about, singular, plural, n)


@pass_context
def _money(context: Context, amount: int, *, signed: bool = False) -> str:
    return _spoken(context).money(amount, signed=signed)


@pass_context
def _number(context: Context, number: int) -> str:
    return _spoken(context).number(number)


@pass_context
def _percent(context: Context, percent: int) -> str:
    return _spoken(context).percent(percent)


@pass_context
def _duration(context: Context, seconds: int) -> str:
    return _spoken(context).duration(seconds)


@pass_context
def _moment(context: Context, at: int) -> Markup:
    return _spoken(context).time(at)


@pass_context
def _relative(context: Context, at: int, *, now: int) -> str:
    return _spoken(context).relative(at, now=now)


@pass_context
def _isolate(context: Context, text: str) -> str:
    return _spoken(context).isolate(text)


@pass_context
def _joined(context: Context, items: Sequence[str]) -> str:
    return _spoken(context).joined(items)


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    "money": _money,
    "number": _number,
    "percent": _percent,
    "duration": _duration,
    "moment": _moment,
    "relative": _relative,
    "isolate": _isolate,
    "joined": _joined,
}
