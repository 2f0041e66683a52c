"""What operators see: open reports with what stands around them, somebody looked up, and the log of decisions."""

from typing import Final

from msgspec import Struct

from app.people.order import is_suspended
from app.store import chat, judgements, players, reports
from app.store.chat import Line
from app.store.db import Connection
from app.store.judgements import LARGEST, Judgement, Named
from app.store.players import Player
from app.store.reports import Report

REPORTS: Final = 20
DECISIONS: Final = 50


class Asking(Struct, frozen=True):
    """Which part of it: reports and decisions from these numbers on, and an id, handle or name to look up."""

    reports: int | None = None
    log: int | None = None
    who: str = ""


class Case(Struct, frozen=True):
    """A report, the lines around the one it is about, and whether the person is suspended already."""

    report: Report
    around: list[Line]
    suspended: bool

    @property
    def line(self) -> Line | None:
        """The line itself, while it is kept."""
        return next((line for line in self.around if line.id == self.report.line_id), None)


class Docket(Struct, frozen=True, kw_only=True):
    """The page. `person` is whom the operator has looked up, `namesakes` are several; the log is theirs then."""

    cases: list[Case]
    older_reports: int | None
    log: list[Judgement]
    older_log: int | None
    asked: str
    person: Player | None
    namesakes: list[Named]
    suspended: bool


async def docket(c: Connection, asking: Asking, *, now: int) -> Docket:
    """What there is to decide."""
    found = await judgements.named(c, asking.who) if asking.who else []
    person = await players.read(c, found[0].id) if len(found) == 1 else None
    opened = await reports.list_open(c, before=asking.reports or LARGEST, most=REPORTS + 1)
    log = await judgements.newest(
        c, most=DECISIONS + 1, before=asking.log or LARGEST, about=person.id if person else None
    )
    return Docket(
        cases=[await _case(c, one, now) for one in opened[:REPORTS]],
        older_reports=opened[REPORTS - 1].id if len(opened) > REPORTS else None,
        log=log[:DECISIONS],
        older_log=log[DECISIONS - 1].id if len(log) > DECISIONS else None,
        asked=asking.who,
        person=person,
        namesakes=found if len(found) > 1 else [],
        suspended=is_suspended(person, now),
    )


async def _case(c: Connection, report: Report, now: int) -> Case:
    return Case(
        report=report,
        around=await chat.around(c, report.line_id) if report.line_id is not None else [],
        suspended=report.suspended_until is not None and report.suspended_until > now,
    )
