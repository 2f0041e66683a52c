"""What a query opens beside the board: a deed, the board as a list, or the builder of an offer with what it weighs."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from app.engine.board import SQUARES
from app.engine.state import Game
from app.web import builder_view, estate_view, list_view, render, table_view, trade_view
from app.web.builder_view import Draft
from app.web.pages.scene import Scene
from app.web.table_view import TableView

Query = Mapping[str, Sequence[str]]
"""An address's names and values."""


def panel(look: Scene, query: Query, refused: Markup | None = None) -> str:
    """The panel that a query opens; empty for none. With `check` only what the offer weighs."""
    game, view = look.row.game, look.view
    if game is None or not isinstance(view, TableView):
        return ""
    say = table_view.narrator(look.row, look.visitor.language)
    if "list" in query.get("view", ()):
        return render.fragment("table/_list.html", look.visitor.frame, view, chapters=list_view.chapters(game, say))
    square = _number(query, "square")
    if square is not None and square < SQUARES:
        deed = estate_view.deed(game, view.viewer, square, say)
        return render.fragment("table/_deed.html", look.visitor.frame, view, deed=deed)
    to = _number(query, "trade")
    if to is None or view.viewer is None or not builder_view.possible(game, view.viewer, to):
        return ""
    made = builder_view.draft(_pairs(query), to)
    if "check" in query:
        return weighed(look, game, view, made)
    return builder(look, made, refused)


def builder(look: Scene, made: Draft, refused: Markup | None) -> str:
    """The builder of an offer, with a draft in it; empty where the two cannot trade."""
    game, view = look.row.game, look.view
    if game is None or not isinstance(view, TableView) or view.viewer is None:
        return ""
    if not builder_view.possible(game, view.viewer, made.to):
        return ""
    say = table_view.narrator(look.row, look.visitor.language)
    may = trade_view.may_trade(game, view.viewer)
    found = builder_view.builder(game, view.viewer, made, say, may=may)
    frame = look.visitor.frame
    return render.fragment(
        "table/_builder.html", frame, view, builder=found, verdict=found.verdict, sums=(), refused=refused
    )


def weighed(look: Scene, game: Game, view: TableView, made: Draft) -> str:
    """What the draft weighs, alone."""
    assert view.viewer is not None
    say = table_view.narrator(look.row, look.visitor.language)
    found = builder_view.verdict(game, view.viewer, made, say)
    sums = builder_view.sums(game, view.viewer, made, say)
    return render.page("table/_verdict.html", look.visitor.frame, table=view, to=made.to, verdict=found, sums=sums)


def _pairs(query: Query) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, values in query.items() for value in values)


def _number(query: Query, name: str) -> int | None:
    text = next(iter(query.get(name, ())), "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len("999999999") else None
