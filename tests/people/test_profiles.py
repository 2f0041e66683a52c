"""What a person may show: a drawing that there is, and a handle that passes for nobody else's."""

import pytest

from app.bots.tempers import TEMPERS
from app.people.profiles import AVATARS, BadHandle, drawing, plain_handle
from app.web.render import FILES


def test_every_drawing_to_choose_is_in_the_sprite() -> None:
    assert len(set(AVATARS)) == len(AVATARS) >= 16
    sprite = FILES["sprite.svg"].decode()
    assert [name for name in AVATARS if f'id="{drawing(name, "p")}"' not in sprite] == []


@pytest.mark.parametrize("avatar", ["", "dragon", "../fox"])
def test_whoever_has_chosen_no_drawing_has_one_that_stays(avatar: str) -> None:
    given = [drawing(avatar, f"player {number}") for number in range(200)]
    assert set(given) == {f"a-{name}" for name in AVATARS}
    assert given == [drawing("", f"player {number}") for number in range(200)]


@pytest.mark.parametrize(
    ("typed", "kept"), [("", None), ("  ", None), ("@Ada_1", "ada_1"), (" abc ", "abc"), ("a" * 20, "a" * 20)]
)
def test_a_handle_is_kept_small_and_bare(typed: str, kept: str | None) -> None:
    assert plain_handle(typed) == kept


@pytest.mark.parametrize("typed", ["ab", "a" * 21, "_ab", "ab_", "a b c", "a-b", "ада", "a\0b", "Operator", "admin"])
def test_a_handle_of_another_form_or_that_passes_for_us_is_refused(typed: str) -> None:
    with pytest.raises(BadHandle):
        plain_handle(typed)


@pytest.mark.parametrize("typed", ["adm1n", "ad_min", "admin_2", "admin99", "0p0lyx", "the_staff", "opolyx_support"])
def test_a_handle_that_only_reads_like_ours_is_refused_too(typed: str) -> None:
    with pytest.raises(BadHandle):
        plain_handle(typed)


@pytest.mark.parametrize("typed", ["admiral", "bottle", "rootbeer", "teamwork", "robot_7", "200", "lola_5"])
def test_a_handle_that_begins_like_ours_is_anybodys(typed: str) -> None:
    assert plain_handle(typed) == typed


@pytest.mark.parametrize(
    "typed",
    ["a\u202eb", "\u202eabc", "ab\u200dc", "ab\u00adc", "аdmin", "ａｂｃ", "abc\n\nd", 200 * "🦊", "ab\u0301c", "١٢٣"],
)
def test_a_handle_has_no_letter_of_another_script_or_direction(typed: str) -> None:
    with pytest.raises(BadHandle):
        plain_handle(typed)


@pytest.mark.parametrize("bot", TEMPERS)
def test_no_handle_passes_for_a_bot(bot: str) -> None:
    with pytest.raises(BadHandle):
        plain_handle(bot)


@pytest.mark.parametrize("typed", ["@Opolyx", "mod", "STAFF", "support", "bots", "team", "root"])
def test_no_handle_passes_for_the_house(typed: str) -> None:
    with pytest.raises(BadHandle):
        plain_handle(typed)
