"""What a game comes to: tiny games with their arithmetic written out, and a whole recorded one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import engine
from app.engine.actions import Action, Build, Pay, Roll, Surrender
from app.engine.events import wire
from app.lab.replay import Differs, Position
from app.lab.summary import HORIZON, MOMENTS, Summary, analyse, rents_ahead, summary, weight
from tests.build import Table, table

RECORD: Any = json.loads((Path(__file__).parent / "records" / "1.json").read_text(encoding="utf-8"))
VISIT = [4, 6]
"""From Start to the visitors of the jail, where nothing happens."""


def played(at: Table, *steps: tuple[int, Action]) -> Summary:
    """The summary of these actions at a table."""

    def found() -> Iterator[Position]:
        yield Position(at.game, [])
        for seat, action in steps:
            step = engine.apply(at.game, seat, action, now=at.now, luck=at.luck)
            yield Position(step.game, wire(step.events, first=1))

    return analyse(found())


def test_the_sum_of_throws_is_counted_with_doubles_and_visits_to_jail() -> None:
    at = table({}, {"square": 20}, random=[VISIT, [5, 5], [4, 5]])
    ana, ben = played(at, (0, Roll()), (1, Roll())).luck
    assert (ana.rolls, ana.thrown, ana.doubles, ana.jailed) == (1, 10, 0, 0)
    assert (ben.rolls, ben.thrown, ben.doubles, ben.jailed) == (1, 10, 1, 1)  # ten squares on stands the policeman


def test_rent_is_expected_over_all_thirty_six_throws() -> None:
    at = table({}, {}, properties={"6": {"owner": 1}, "8": {"owner": 1}}, random=[[2, 4]])
    ana, ben = played(at, (0, Roll())).luck
    assert ana.charged == ben.earned == 60
    assert ana.charged_usual == pytest.approx((5 * 60 + 5 * 60) / 36)  # a six and an eight fall in five ways each
    assert ben.earned_usual == ana.charged_usual
    assert ana.balance == pytest.approx(600 / 36 - 60)
    assert ana.balance == -ben.balance
    assert (ana.paid, ben.received) == (0, 0)  # it is owed, not paid yet


def test_what_is_paid_is_told_beside_it_after_rent_tax() -> None:
    at = table({}, {}, rules={"rent_tax": [1, 1]}, properties={"6": {"owner": 1}}, random=[[2, 4]])
    ana, ben = played(at, (0, Roll()), (0, Pay())).luck
    assert (ana.paid, ben.received) == (60, 60 - 60 * 99 // 100)
    assert (ana.charged, ben.earned) == (60, 60)


def test_a_throw_that_does_not_lead_to_rent_counts_as_nothing() -> None:
    properties = {"6": {"owner": 1}, "8": {"owner": 0}, "9": {"owner": 1, "mortgaged": True}}
    sixes = [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)]
    assert rents_ahead(table({}, {}, properties=properties).game, 0) == dict.fromkeys(sixes, (1, 60))


def test_a_partner_charges_nothing() -> None:
    at = table({}, {}, {}, {}, mode="team", properties={"6": {"owner": 2}})
    assert rents_ahead(at.game, 0) == {}


def test_a_utility_charges_by_the_throw() -> None:
    at = table({"square": 9}, {}, properties={"12": {"owner": 1}})
    assert rents_ahead(at.game, 0) == {(1, 2): (1, 120), (2, 1): (1, 120)}


def test_out_of_jail_only_a_double_leads_before_the_last_attempt() -> None:
    at = table({"square": 10, "jailed": True}, {}, properties={"16": {"owner": 1}})
    assert rents_ahead(at.game, 0) == {(3, 3): (1, 140)}
    last = table({"square": 10, "jailed": True, "jail_attempts": 2}, {}, properties={"16": {"owner": 1}})
    assert len(rents_ahead(last.game, 0)) == 5


def test_a_third_double_leads_to_no_rent() -> None:
    at = table({}, {}, properties={"6": {"owner": 1}})
    at.game.doubles = 2
    assert (3, 3) not in rents_ahead(at.game, 0)
    assert len(rents_ahead(at.game, 0)) == 4


def test_looking_ahead_changes_nothing() -> None:
    at = table({}, {}, properties={"12": {"owner": 1}})
    rents_ahead(at.game, 0)
    weight(at.game, 1)
    assert at.game.dice == []


def test_net_worths_are_noted_at_the_start_and_with_every_round() -> None:
    at = table({"cash": 9000}, {}, properties={"39": {"owner": 0, "level": 2}}, random=[VISIT, [1, 3]])
    found = played(at, (0, Roll()), (1, Roll()), (1, Pay()))
    assert [sample.round for sample in found.samples] == [0, 1]
    assert found.samples[0].worths == [9000 + 4000 + 2 * 2000, 15_000]
    assert found.samples[1].worths == [17_000, 15_000 - 2000]
    assert found.out == [None, None]


def test_whoever_is_out_is_worth_nothing_from_then_on() -> None:
    at = table({}, {}, {}, random=[VISIT, VISIT])
    found = played(at, (0, Roll()), (1, Surrender()), (2, Roll()), (2, Surrender()))
    assert [sample.worths for sample in found.samples] == [[15_000] * 3, [15_000, 0, 15_000], [15_000, 0, 0]]
    assert found.out == [None, 1, 2]


def test_a_side_weighs_its_worth_and_what_it_would_earn() -> None:
    at = table({"cash": 10_000}, {"cash": 10_000}, {}, properties={"6": {"owner": 1}, "12": {"owner": 1}})
    assert weight(at.game, 0) == 10_000
    rents = 60 + 40 * 7
    assert weight(at.game, 1) == 10_000 + 1000 + 1500 + HORIZON * 2 * rents / 40


def test_a_full_group_weighs_what_it_can_become() -> None:
    """Two streets of 350 and 500, with level five at 15,000 and 20,000 for 2,000 a level; one visit in four rounds."""
    at = table({"cash": 1000}, {}, properties={"37": {"owner": 0}, "39": {"owner": 0}})
    bare = 1000 + 3500 + 4000
    assert weight(at.game, 0) == bare + HORIZON * 1 * (350 + 500) * 2 / 40  # to build would cost more than it brings
    many = table({"cash": 1000}, {}, {}, {}, {}, {}, properties={"37": {"owner": 0}, "39": {"owner": 0}})
    built = HORIZON * 5 * (15_000 + 20_000) / 40 - 2 * 5 * 2000
    assert weight(many.game, 0) == bare + built
    at = table(
        {"cash": 1000}, {}, {}, {}, {}, {}, properties={"37": {"owner": 0, "mortgaged": True}, "39": {"owner": 0}}
    )
    assert weight(at.game, 0) == bare - 1750 + HORIZON * 5 * 1000 / 40


def test_a_moment_tells_how_the_table_shifted() -> None:
    at = table({"cash": 10_000}, {"cash": 10_000}, properties={"39": {"owner": 1, "level": 1}}, random=[[4, 5]], turn=0)
    at.game.square[0] = 30
    found = played(at, (0, Roll()), (0, Pay())).moments
    assert len(found) == 1
    worth = 10_000 + 4000 + 2000 + HORIZON * 2000 / 40
    assert found[0].before == pytest.approx(10_000 / (10_000 + worth))
    assert found[0].after == pytest.approx(8000 / (10_000 + worth))
    assert (found[0].side, found[0].square, found[0].round) == (0, 39, 1)
    assert [event["type"] for event in found[0].events] == ["paid"]
    assert found[0].version == at.game.version


def test_a_turn_tells_one_moment() -> None:
    both = {"37": {"owner": 0}, "39": {"owner": 0}}
    at = table({"cash": 20_000}, {}, rules={"even_building": False}, properties=both, random=[VISIT])
    found = played(at, (0, Build(37)), (0, Build(39)), (0, Roll())).moments
    assert [event["square"] for moment in found for event in moment.events] == [
        37
    ]  # its rent rises by 1,050, the other one's by 1,000
    assert found[0].after > found[0].before


def test_no_more_than_a_few_moments_are_told_in_their_order() -> None:
    seats = [{"cash": 15_000, "square": 30}, {"cash": 15_000, "square": 30}]
    at = table(*seats, random=[[3, 5], [3, 5]], properties={"1": {"owner": 0}})
    found = played(at, (0, Roll()), (0, Pay()), (1, Roll()), (1, Pay())).moments
    assert [moment.side for moment in found] == [0, 1]
    assert len(summary(RECORD).moments) <= MOMENTS
    assert [one.version for one in summary(RECORD).moments] == sorted(one.version for one in summary(RECORD).moments)


def test_a_recorded_game_is_summed_up() -> None:
    found = summary(RECORD)
    assert found.events == len(RECORD["events"])
    assert found.outcomes > 0
    assert found.samples[-1].worths == [seat["net_worth"] for seat in RECORD["view"]["seats"]]
    assert sum(luck.balance for luck in found.luck) == pytest.approx(0, abs=1e-6)
    rolls = [event for event in RECORD["events"] if event["type"] == "rolled"]
    assert sum(luck.thrown for luck in found.luck) == sum(sum(event["dice"][:2]) for event in rolls)
    assert sum(luck.paid for luck in found.luck) == sum(
        event["amount"] for event in RECORD["events"] if event["type"] == "paid" and event["reason"] == "rent"
    )


def test_a_record_that_was_touched_has_no_summary() -> None:
    touched = json.loads(json.dumps(RECORD))
    touched["events"][40]["version"] += 1
    with pytest.raises(Differs):
        summary(touched)
