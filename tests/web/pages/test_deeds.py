"""The deed of a square says what a visitor pays now, and why; a square nobody owns says what happens there."""

import pytest

from app.web.pages import panels
from tests.web.pages.reader import Page
from tests.web.pages.scenes import Case, look

HOME = {"1": {"owner": 1}, "3": {"owner": 1}}


def deed(case: Case, square: int) -> str:
    return " ".join(Page(panels.panel(look(case), {"square": [str(square)]}).strip()).words.split())


def test_a_group_in_one_hand_doubles_the_rent_and_says_so() -> None:
    words = deed(Case(properties=HOME), 1)
    assert "Rent now 40 Doubled, because the whole group is in one hand." in words


def test_the_rent_tax_is_told_with_what_the_owner_receives() -> None:
    words = deed(Case(properties=HOME, round=150), 3)
    assert "Rent now 80" in words
    assert "The rent tax takes 39 of it; the owner receives 41." in words


def test_a_mortgaged_property_asks_no_rent() -> None:
    words = deed(Case(properties={"39": {"owner": 2, "mortgaged": True}}), 39)
    assert "Rent now" not in words
    assert "No rent is paid while the property is mortgaged." in words


@pytest.mark.parametrize(
    ("mode", "square", "told"),
    [
        ("classic", 0, "Landing on it exactly brings 1,000 more."),
        ("fortune", 0, "It holds one of these: 1,000, 2,000, and 3,000."),
        ("classic", 4, "Pay the bank 2,000."),
        ("classic", 10, "A prisoner leaves for 500"),
        ("classic", 20, "With 1 number chosen, a hit pays 6,000."),
        ("original", 20, "Nothing happens here."),
        ("classic", 7, "Go back three squares."),
    ],
)
def test_a_square_without_an_owner_says_what_happens_there(mode: str, square: int, told: str) -> None:
    assert told in deed(Case(mode=mode, properties={}), square)


CARDS = [{"cards": {"39": 8}}, {"cards": {"1": 18}}, {"cards": {"1": 3}}, {}]


def test_a_collection_card_is_told_with_its_percentage_and_whose_it_is() -> None:
    words = deed(Case(properties=HOME, seats=CARDS), 1)
    assert "Rent now 47" in words
    assert "The collection card of Ben adds 18%." in words
    assert "Collection cards 2 Ben +18 % rent 3 Cyd +3 % rent" in words


def test_also_a_free_property_says_who_has_a_card_of_it() -> None:
    words = deed(Case(properties={}, seats=CARDS), 39)
    assert "Collection cards 1 Ann +8 % rent" in words


def test_cards_that_do_not_count_are_not_shown() -> None:
    words = deed(Case(properties=HOME, seats=CARDS, mode="original"), 1)
    assert "ollection card" not in words


def test_the_board_shows_a_card_that_raises_a_rent() -> None:
    seen = look(Case(properties=HOME, seats=CARDS))
    assert "collection card, rent +18%" in seen.parts["square-1"]
    assert "collection card" not in seen.parts["square-39"]
