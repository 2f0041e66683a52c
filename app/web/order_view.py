"""What operators see: open reports with what stands around them, one person looked up, and the log of decisions."""

from msgspec import Struct

from app.people.order import is_suspended
from app.store import chat, judgements, players, reports
from app.store.chat import Line
from app.store.db import Connection
from app.store.judgements import Judgement
from app.store.players import Player
from app.store.reports import Report

REPORTS = 30
DECISIONS = 100


class Case(Struct, frozen=True):
    """A report, the lines around the one it is about, and whether the person is suspended already."""

    report: Report
    around: list[Line]
    suspended: bool
    hidden: bool


class Docket(Struct, frozen=True):
    """The page. `person` is somebody whom the operator has looked up."""

    cases: list[Case]
    log: list[Judgement]
    person: Player | None
    suspended: bool


async def docket(c: Connection, player_id: str, *, now: int) -> Docket:
    """What there is to decide."""
    person = await players.read(c, player_id) if player_id else None
    return Docket(
        cases=[await _case(c, one, now) for one in await reports.list_open(c, most=REPORTS)],
        log=await judgements.newest(c, most=DECISIONS),
        person=person,
        suspended=is_suspended(person, now),
    )


async def _case(c: Connection, report: Report, now: int) -> Case:
    line = await chat.read(c, report.line_id) if report.line_id is not None else None
    return Case(
        report=report,
        around=await chat.around(c, line) if line else [],
        suspended=report.suspended_until is not None and report.suspended_until > now,
        hidden=report.line_id is not None and line is None,
    )
