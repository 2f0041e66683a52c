"""The drawing of a simulation: well-formed, the same for the same counts, and true to them."""

from xml.etree import ElementTree as ET

from app.engine.board import PROPERTIES
from app.lab.plot import plot
from app.lab.simulate import Plan, simulate

PLAN = Plan(mode="fortune", seats=3, games=12, seed="<&7", bots=("Ada", "Kai", "Tara"))


def test_the_drawing_is_well_formed_and_shows_every_property_once() -> None:
    tally = simulate(PLAN, jobs=1, played=lambda games: None)
    drawn = plot(PLAN, tally)
    root = ET.fromstring(drawn)
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "fortune, 3 seats, 12 games, seed <&7"
    for square in PROPERTIES:
        assert sum(text.startswith(f"{square} ") for text in texts) == 1
    assert drawn == plot(PLAN, simulate(PLAN, jobs=1, played=lambda games: None))


def test_rents_are_counted_by_the_square_that_earned_them() -> None:
    tally = simulate(PLAN, jobs=1, played=lambda games: None)
    earned = {square for square, rent in enumerate(tally.rents) if rent}
    assert earned
    assert earned <= set(PROPERTIES)
    assert sum(tally.rents) > 12 * 1000
