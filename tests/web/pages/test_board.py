"""What the board, its list, its middle and the strip of players say."""

import re

import pytest

from app.engine.board import PROPERTIES
from app.web import middle_view, render, seats_view
from app.web.pages import panels, scene
from app.web.pages.scene import Scene
from app.web.seats_view import SeatSeen
from app.web.table_view import TableView, narrator
from tests.web.pages.reader import Page
from tests.web.pages.scenes import CASES, ENGLISH, Case, look, of

SPRITE = set(re.findall(rb'<symbol id="([^"]+)"', render.FILES["sprite.svg"]))


def drawings(html: str) -> list[str]:
    """The names of the drawings in a piece of a page."""
    return re.findall(r"sprite\.svg\?v=\w+#([\w-]+)", html)


def table(seen: Scene) -> TableView:
    assert isinstance(seen.view, TableView)
    return seen.view


def seats(case: Case) -> list[SeatSeen]:
    return table(look(case)).seats


def listed(case: Case) -> str:
    """The words of the board as a list, one space between them."""
    return " ".join(Page(panels.panel(look(case), {"view": ["list"]}).strip()).words.split())


@pytest.mark.parametrize("mode", ["classic", "halal", "original", "fortune"])
def test_every_square_has_its_own_drawing(mode: str) -> None:
    seen = look(Case(mode=mode, properties={}))
    found = [drawings(seen.parts[f"square-{number}"])[0] for number in range(40)]
    assert {name.encode() for name in found} <= SPRITE
    companies = [found[number] for number in PROPERTIES]
    assert len(set(companies)) == len(PROPERTIES)


@pytest.mark.parametrize("name", CASES)
def test_every_drawing_of_a_table_is_in_the_sprite(name: str) -> None:
    found = set(drawings(scene.page(look(CASES[name]), "")))
    assert {one.encode() for one in found} - SPRITE == set()


@pytest.mark.parametrize(("mode", "drawing"), [("classic", "jackpot"), ("halal", "rest"), ("original", "parking")])
def test_square_20_is_drawn_as_what_it_is(mode: str, drawing: str) -> None:
    assert drawings(look(Case(mode=mode)).parts["square-20"]) == [drawing]


def test_a_square_shows_owner_level_and_mortgage_without_colour() -> None:
    parts = look(CASES["turn"]).parts
    words = Page(parts["square-11"].strip()).words
    assert "owned by Ann" in words
    assert "level 2" in words
    assert drawings(parts["square-11"]) == ["h2", "c11", "t0"]
    assert "mortgage" in drawings(parts["square-12"])
    assert "mortgage" not in drawings(parts["square-11"])


def test_a_mortgage_that_lapses_shows_its_rounds() -> None:
    parts = look(CASES["mortgage that lapses"]).parts
    assert re.search(r'class="pledge">.*</svg>\s*\d+\s*</i>', parts["square-5"])
    assert "rounds left" in Page(parts["square-5"].strip()).words


def test_tokens_and_dice_tell_scripts_what_they_are() -> None:
    seen = look(CASES["purchase"])
    assert ("data-seat", "1") in Page(seen.parts["square-0"].strip()).attributes
    faces = [value for key, value in Page(seen.parts["middle"].strip()).attributes if key == "data-face"]
    assert faces == ["1", "2"]


def test_the_speed_die_is_told_from_the_others() -> None:
    dice = table(look(CASES["choose_move"])).middle.dice
    assert [(die.face, die.drawing, die.speed) for die in dice] == [
        ("2", "d2", False),
        ("3", "d3", False),
        ("bus", "bus", True),
    ]


@pytest.mark.parametrize(
    ("name", "yours", "theirs"),
    [
        ("turn", "Your turn: roll the dice.", "Ann is about to roll."),
        ("turn in jail", "You are in jail.", "Ann is in jail."),
        ("turn after a double", "Roll again.", "Ann is about to roll."),
        ("purchase", "Buy Wobbledo for 1,000?", "Ann may buy Wobbledo."),
        ("auction asked", "Bid 1,000 for Wobbledo?", "Ann may bid 1,000 for Wobbledo."),
        ("jackpot", "Bet on the die?", "Ann may bet on the jackpot."),
        ("debt to raise", "You owe 4,500.", "Ann owes 4,500."),
        ("choose_move", "How far will you go?", "Ann chooses where to go."),
        ("teleport", "Where will you go?", "Ann chooses where to go."),
    ],
)
def test_the_middle_asks_the_question_in_words(name: str, yours: str, theirs: str) -> None:
    assert Page(look(CASES[name], viewer=0).parts["middle"].strip()).words.count(yours) == 1
    assert Page(look(CASES[name], viewer=1).parts["middle"].strip()).words.count(theirs) == 1


def test_the_middle_points_at_the_square_in_question() -> None:
    assert ("data-at", "6") in Page(look(CASES["purchase"]).parts["middle"].strip()).attributes
    assert "data-at" not in dict(Page(look(CASES["turn"]).parts["middle"].strip()).attributes)


def test_the_ring_holds_what_is_left_of_the_clock() -> None:
    row, _ = CASES["turn"].row()
    assert row.game is not None
    say = narrator(row, ENGLISH)
    half = middle_view.middle(row.game, 0, say, seconds=37).ring
    assert half is not None
    assert (half.whole, half.gone, half.low) == (75, 51, False)
    late = middle_view.middle(row.game, 0, say, seconds=-3).ring
    assert late is not None
    assert (late.whole, late.gone, late.low) == (75, 100, True)
    assert middle_view.middle(row.game, 0, say, seconds=None).ring is None


def test_a_finished_game_shown_once_more_has_no_ring() -> None:
    row, events = CASES["turn"].row()
    row.status = "over"
    assert table(of(row, events, viewer=None)).middle.ring is None
    assert table(look(CASES["turn"])).middle.ring is not None


def test_the_winner_is_named_in_the_middle() -> None:
    words = Page(look(CASES["over by surrender"]).parts["middle"].strip()).words
    assert "Ann wins." in words


def test_sides_are_told_by_what_they_are_worth() -> None:
    sides = table(look(CASES["partners"])).middle.sides
    assert [(side.letter, side.worth, side.yours) for side in sides] == [("A", 30600, True), ("B", 30000, False)]
    assert table(look(CASES["turn"])).middle.sides == []


def test_fortune_names_the_figure_and_the_blessed_group() -> None:
    middle = table(look(CASES["fortune"])).middle
    assert middle.god == "Leigu Power"
    assert middle.blessed is not None
    assert (middle.blessed.group, middle.blessed.letter) == ("pink", "C")


def test_a_seat_tells_cash_properties_and_whole_groups() -> None:
    ann, ben, *_ = seats(CASES["turn"])
    assert (ann.cash, ann.properties, [whole.letter for whole in ann.groups]) == (15000, 5, ["C"])
    assert (ben.properties, [whole.letter for whole in ben.groups]) == (2, ["A"])
    words = Page(look(CASES["turn"]).parts["seats"].strip()).words
    assert "5 properties" in words


def test_the_leader_is_whoever_alone_is_worth_the_most() -> None:
    assert [seat.leads for seat in seats(CASES["turn"])] == [True, False, False, False]
    assert not any(seat.leads for seat in seats(Case(properties={})))


def test_bots_prisoners_and_missed_turns_are_marked_in_words() -> None:
    row, events = CASES["turn in jail"].row()
    assert row.game is not None
    row.room.sittings[1].player, row.room.sittings[1].bot = None, "ada"
    row.game.missed_turns[2] = 1
    words = " ".join(Page(of(row, events, viewer=0).parts["seats"].strip()).words.split())
    assert "in jail" in words
    assert "bot" in words.split()
    assert "1 missed turn" in words


def test_a_bot_is_marked_as_one_also_when_it_is_out() -> None:
    row, events = CASES["bankrupt and watching"].row()
    row.room.sittings[0].player, row.room.sittings[0].bot = None, "Ada"
    words = " ".join(Page(of(row, events, viewer=1).parts["seats"].strip()).words.split())
    assert "bot bankrupt" in words


def test_whoever_is_out_is_neither_jailed_nor_late() -> None:
    row, _ = CASES["bankrupt and watching"].row()
    assert row.game is not None
    row.game.jailed[0], row.game.missed_turns[0] = True, 2
    gone = seats_view.seats(row.game, row.room, None)[0]
    assert (gone.status, gone.jailed, gone.missed) == ("bankrupt", False, 0)


def test_the_list_has_every_square_once() -> None:
    page = Page(panels.panel(look(CASES["turn"]), {"view": ["list"]}).strip())
    assert page.roots[0][1]["id"] == "list"
    squares = [link for link in page.links if link.startswith("?square=")]
    assert sorted(squares, key=lambda link: int(link.removeprefix("?square="))) == [f"?square={n}" for n in range(40)]


def test_the_list_tells_owner_level_and_the_rent_of_now() -> None:
    words = listed(CASES["turn"])
    assert "Tuffetine 1owned by Ann, rent now: 1,500, level 2" in words
    assert "Wobbledo for sale at 1,000" in words
    assert "Yacht tax tax: 1,000" in words


def test_a_bare_street_of_a_whole_group_is_listed_with_its_double_rent() -> None:
    words = listed(CASES["turn"])
    assert re.search(r"Crumbleby 2owned by Ben, rent now: 40\b", words)


def test_a_mortgaged_property_is_listed_without_rent() -> None:
    assert "Voltlebury 1owned by Ann, mortgaged" in listed(CASES["turn"])


def test_a_utility_is_listed_with_what_the_dice_are_multiplied_by() -> None:
    assert "rent now: the dice times 40" in listed(Case(properties={"12": {"owner": 1}}))
    assert "rent now: the dice times 100" in listed(Case(properties={"12": {"owner": 1}, "28": {"owner": 1}}))


def test_the_list_opens_without_a_seat() -> None:
    assert 'id="list"' in panels.panel(look(CASES["turn"], viewer=None), {"view": ["list"]})
    assert panels.panel(look(CASES["turn"]), {"view": ["other"]}) == ""
