"""The bots as data: who there is, and that no figure contradicts another."""

from app.bots import TEMPERS


def test_there_are_enough_bots_for_a_full_room() -> None:
    assert len(TEMPERS) >= 6


def test_every_bot_has_a_name_and_a_sentence_of_its_own() -> None:
    assert {name: temper.name for name, temper in TEMPERS.items()} == {name: name for name in TEMPERS}
    assert len({temper.words for temper in TEMPERS.values()}) == len(TEMPERS)
    assert all(temper.words.endswith(".") for temper in TEMPERS.values())


def test_every_bot_plays_differently() -> None:
    figures = [[getattr(temper, field) for field in temper.__struct_fields__[2:]] for temper in TEMPERS.values()]
    assert all(figures.count(one) == 1 for one in figures)


def test_most_bots_never_bet_and_two_dare() -> None:
    assert sorted(temper.name for temper in TEMPERS.values() if temper.bets) == ["Kai", "Tara"]


def test_no_bot_gives_up_value_in_a_trade() -> None:
    assert all(temper.margin > 0 for temper in TEMPERS.values())


def test_building_is_never_dearer_to_a_bot_than_the_cash_it_needs() -> None:
    assert all(0 < temper.thin <= temper.keep for temper in TEMPERS.values())
