"""The public contract against the code: its actions, events, refusals, rules and view, copied here word by word.

Additions are free; a name that is gone or changed is a break. What has been added since is listed apart.
"""

import re
import typing
from inspect import signature
from typing import Any, Final, get_args

import msgspec
import pytest

from app import engine
from app.engine import actions, events
from app.engine.actions import ACTION_TYPES, Action
from app.engine.agenda import PHASES, Entry, Settling
from app.engine.board import GROUPS, PROPERTIES
from app.engine.errors import CODES
from app.engine.events import EVENT_TYPES, Event
from app.engine.modes import MODES, Rules
from app.engine.room import Room
from app.engine.rules import ANYTIME, INDEX, SETTLING, Rule
from app.engine.state import Game
from app.engine.view import view
from tests.build import Table, room, table

ACTIONS: Final = """
roll{} pay_bail{} build{square} sell{square} mortgage{square} redeem{square} buy{} decline{} bid{} pass{}
bet{numbers} skip_bet{} choose_move{steps} teleport{square} pay{} bankrupt{} propose_trade{to,give,get}
accept_trade{trade} reject_trade{trade} cancel_trade{trade} surrender{}
"""
EVENTS: Final = """
game_started{first} turn_started{seat,round} rolled{seat,dice} moved{seat,from,to} start_paid{seat,amount}
bought{seat,square,amount} declined{seat,square} auction_opened{square,asked} bid{seat,amount}
auction_passed{seat,auto} auction_won{seat,square,amount} auction_failed{square} card_drawn{seat,card}
debt_opened{seat,total} paid{seat,to,amount,withheld,reason} received{seat,amount,reason} jailed{seat,reason}
jail_failed{seat,attempts} released{seat,how} built{seat,square,level,amount} sold{seat,square,level,amount}
mortgaged{seat,square,amount} redeemed{seat,square,amount} mortgage_reminder{seat,square,rounds_left}
mortgage_lapsed{square} trade_offered{trade,from,to,give,get} trade_accepted{trade,from,to,give,get}
trade_rejected{trade} trade_closed{trade,reason} jackpot_bet{seat,numbers,stake} jackpot_rolled{seat,die,payout}
jumped{seat,from,to} teleported{seat,to} turn_missed{seat,count} bankrupt{seat} surrendered{seat,reason}
estate_released{seat} estate_passed{seat,to} round_completed{round} game_over{winners,reason} bid_voided{seat,asked}
jackpot_skipped{seat} teleport_skipped{seat} god_moved{from,to,die} group_blessed{group}
"""
ADDED_EVENTS: Final = {"clocks_moved"}
REFUSALS: Final = """
not_your_turn wrong_phase game_over not_seated eliminated insufficient_cash not_owner not_a_property not_a_street
group_incomplete group_mortgaged group_built uneven level_limit max_level no_building already_mortgaged not_mortgaged
still_solvent invalid_choice unfair_trade not_tradable too_many_offers trade_gone not_jailed
"""
PHASE_WORDS: Final = "turn choose_move teleport purchase auction jackpot debt"
GROUP_WORDS: Final = "brown light_blue pink orange red yellow green dark_blue station utility"
KNOBS: Final = """
round_cap turn_seconds rent_tax speed_die_from_round even_building levels_per_street_per_turn mortgage_rounds
redeem_surcharge square_20 start_landing_bonus deck manage_after_roll trade_mortgaged missed_turns teams fortune
collection_cards auction_seconds debt_seconds choice_seconds trade_seconds
"""
MODE_WORDS: Final = "classic blitz speed team halal fortune original original_speed"

VIEW: Final = """
id version mode status round phase turn actor deadline dice doubles rules seats properties auction debt trades fortune
deck_left winners standings fairness you
"""
SEAT: Final = """
seat name kind status team cash square jailed jail_attempts missed_turns net_worth cards
"""
INVITE: Final = "the-invite-nobody-may-see"


def words(text: str) -> set[str]:
    return set(text.split())


def forms(text: str) -> dict[str, list[str]]:
    """Each name of a table with its fields, in order."""
    return {name: fields.split(",") if fields else [] for name, fields in re.findall(r"(\w+)\{([\w,]*)\}", text)}


def told_forms(union: Any) -> dict[str, list[str]]:
    """The same of a union in the code, as it is written on the wire."""
    return {str(kind.__struct_config__.tag): list(kind.__struct_encode_fields__) for kind in get_args(union)}


def test_the_actions_are_those_of_the_contract() -> None:
    assert told_forms(Action) == forms(ACTIONS)
    assert set(ACTION_TYPES) == set(forms(ACTIONS))


def test_the_events_are_those_of_the_contract() -> None:
    told = told_forms(Event)
    assert {name: fields for name, fields in told.items() if name not in ADDED_EVENTS} == forms(EVENTS)
    assert set(EVENT_TYPES) == set(forms(EVENTS)) | ADDED_EVENTS


def test_the_refusals_are_those_of_the_contract() -> None:
    assert words(REFUSALS) == set(CODES)
    assert len(set(CODES)) == len(CODES)


def test_the_phases_groups_knobs_and_modes_are_those_of_the_contract() -> None:
    assert words(PHASE_WORDS) == set(PHASES.values())
    assert words(GROUP_WORDS) == set(GROUPS)
    assert words(KNOBS) == set(Rules.__struct_fields__)
    assert words(MODE_WORDS) == set(MODES)


def seen(at: Table, viewer: int | None, mode: str = "classic") -> dict[str, Any]:
    shown: dict[str, Any] = view(at.game, room(mode, at.game.rules, len(at.game.standing)), viewer)
    return shown


def test_the_view_has_the_keys_of_the_contract() -> None:
    shown = seen(table(), 0)
    assert words(VIEW) - set(shown) == set()
    assert set(shown["rules"]) == words(KNOBS)
    assert set(shown["seats"][0]) == words(SEAT)
    assert set(shown["properties"]) == {str(square) for square in PROPERTIES}
    assert set(shown["properties"]["1"]) == {"owner", "level", "mortgaged", "lapses_in_round"}
    assert set(shown["fairness"]) == {"commitment", "contributions", "revealed"}
    assert set(shown["you"]) == {"seat", "legal"}


def test_you_is_there_for_a_seated_viewer_only() -> None:
    assert "you" not in seen(table(), None)
    assert seen(table(), 1)["you"] == {"seat": 1, "legal": [{"type": "surrender"}]}


def test_what_is_on_the_table_has_the_keys_of_the_contract() -> None:
    at = table({}, {}, random=[[1, 2]])
    at.do(0, actions.Roll())
    at.do(0, actions.Decline())
    assert set(seen(at, 0)["auction"]) == {"square", "asked", "leader", "passed"}
    at = table({}, {}, random=[[1, 2]], properties={"3": {"owner": 1}, "39": {"owner": 0}})
    at.do(0, actions.Roll())
    at.do(0, actions.ProposeTrade(1, actions.Side(0, [39]), actions.Side(4000)))
    shown = seen(at, 0)
    assert set(shown["debt"]) == {"seat", "total", "items"}
    assert set(shown["debt"]["items"][0]) == {"to", "amount", "reason", "square"}
    assert set(shown["trades"][0]) == {"id", "from", "to", "give", "get", "deadline"}
    assert set(shown["trades"][0]["give"]) == {"cash", "squares"}
    at.do(1, actions.Surrender())
    assert set(seen(at, 0)["standings"][0]) == {"seat", "place", "net_worth"}


def test_fortune_is_shown_where_it_is_played() -> None:
    assert seen(table(mode="fortune"), None)["fortune"] == {"god": 20, "blessed": None}
    assert seen(table(), None)["fortune"] is None


def test_a_waiting_room_is_shown_with_the_same_keys() -> None:
    waiting = view(None, room("classic", MODES["classic"], 2), 0)
    assert set(waiting) == set(seen(table(), 0))
    assert (waiting["status"], waiting["phase"], waiting["actor"]) == ("waiting", "waiting", None)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_view_tells_nobody_what_is_to_come(viewer: int | None) -> None:
    at = table({}, {}, deck=["back_3", "go_to_jail"])
    around = msgspec.structs.replace(room("classic", at.game.rules, 2), invite=INVITE, creator="0")
    shown = msgspec.json.encode(view(at.game, around, viewer)).decode()
    assert "back_3" not in shown
    assert INVITE not in shown
    assert not {field for field in (*Game.__struct_fields__, *Room.__struct_fields__) if f'"{field}"' in shown} & {
        *words("drawn shuffle seed invite pause sittings player")
    }


def hints(function: Any) -> list[Any]:
    """The annotated types of a rule's arguments, in order."""
    found = typing.get_type_hints(function)
    return [found[name] for name in signature(function).parameters]


def takes(annotation: Any, kind: type) -> bool:
    """Whether an argument annotated so takes this type; `object` is said where any will do."""
    return annotation is object or kind in (get_args(annotation) or (annotation,))


INDEXED: Final = [(phase, ask, rule) for phase, rules in INDEX.items() for ask, rule in rules.items()]


@pytest.mark.parametrize(("phase", "ask", "rule"), INDEXED, ids=lambda one: getattr(one, "__name__", ""))
def test_a_rule_says_the_phase_and_the_action_it_is_indexed_for(phase: type, ask: type, rule: Rule) -> None:
    _, at, asked = hints(rule.question)
    assert takes(at, phase)
    assert takes(asked, ask)
    _, at, asked = hints(rule.deed)
    assert takes(at, phase)
    assert asked is ask


@pytest.mark.parametrize(("ask", "rule"), ANYTIME.items(), ids=lambda one: getattr(one, "__name__", ""))
def test_a_rule_for_any_time_takes_the_seat_and_its_action(ask: type, rule: Rule) -> None:
    for function in (rule.question, rule.deed):
        _, seat, asked = hints(function)
        assert seat in (int, object)
        assert takes(asked, ask)


@pytest.mark.parametrize(("entry", "how"), SETTLING.items(), ids=lambda one: getattr(one, "__name__", ""))
def test_what_settles_an_entry_takes_that_entry(entry: type[Entry], how: Any) -> None:
    assert hints(how)[1] is entry


def test_every_action_is_indexed_and_every_entry_waits_or_settles() -> None:
    indexed = {ask for rules in INDEX.values() for ask in rules} | set(ANYTIME)
    assert indexed == set(get_args(Action))
    assert set(INDEX) == set(PHASES)
    assert set(SETTLING) == set(get_args(Settling))


@pytest.mark.parametrize(
    "data", [{}, {"type": "fly"}, {"type": "roll", "seat": 1}, {"type": "build"}, [], None, "roll"]
)
def test_only_the_form_is_malformed(data: object) -> None:
    with pytest.raises(engine.Illegal) as refused:
        actions.read(data)
    assert refused.value.code == "malformed"


def test_events_are_numbered_and_dated_on_the_wire() -> None:
    at = table({"square": 7}, {}, random=[[1, 2]])
    told = engine.apply(at.game, 0, actions.Roll(), now=at.now + 1500, luck=at.luck).events
    first, second, *_ = events.wire(told, first=41)
    when = "2026-01-01T00:00:01.500Z"
    assert first == {"n": 41, "version": 2, "at": when, "type": "rolled", "seat": 0, "dice": [1, 2]}
    assert second == {"n": 42, "version": 2, "at": when, "type": "moved", "seat": 0, "from": 7, "to": 10}
