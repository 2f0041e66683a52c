"""Rulebook 8, what a scenario cannot say: that something does not happen."""

from app.engine.actions import Roll
from app.engine.events import Event, MortgageReminder
from tests.build import table

OWNED = {"39": {"owner": 0, "mortgaged": True}, "12": {"owner": 0}}


def reminders(events: list[Event]) -> list[Event]:
    return [one for one in events if isinstance(one, MortgageReminder)]


def test_the_owner_is_reminded_at_the_start_of_its_turn() -> None:
    at = table({}, {"square": 7}, mode="speed", turn=1, first=0, properties=OWNED, random=[[1, 2]])
    assert reminders(at.do(1, Roll())) == [MortgageReminder(0, 39, 10)]


def test_an_extra_roll_brings_no_second_reminder() -> None:
    at = table({"square": 10}, {}, mode="speed", properties=OWNED, random=[[1, 1]])
    assert reminders(at.do(0, Roll())) == []
    assert (at.game.turn, at.game.doubles) == (0, 1)


def test_where_mortgages_do_not_run_out_nobody_is_reminded() -> None:
    at = table({}, {"square": 7}, turn=1, first=0, properties=OWNED, random=[[1, 2]])
    assert reminders(at.do(1, Roll())) == []
    assert at.game.turn == 0
