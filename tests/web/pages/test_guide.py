"""The guide: every chapter in every mode, numbers that follow the rules, and a room's own for those who may see it."""

import itertools
import re

import httpx
import pytest

from app.bots.tempers import TEMPERS
from app.engine.modes import CLASSIC, MODES, Rules, changed
from app.engine.room import Room
from app.engine.rules.chance import CARD_IDS
from app.i18n import choose
from app.i18n.pseudo import untranslated
from app.play import progress
from app.web.guide import moves, tables
from app.web.guide_view import CHAPTERS, SLUGS, Told, help_url, url
from app.web.labels import LETTERS
from app.web.pages import guide
from app.web.render import Frame
from app.web.rules_view import KNOBS
from app.web.speech import Speech
from tests.web.pages.reader import Page, Reader
from tests.web.pages.scenes import ENGLISH, waiting

FRAME = Frame(ENGLISH, "token")


@pytest.fixture
def stranger(client: httpx.AsyncClient) -> Reader:
    """Somebody without a seat or an invitation."""
    return Reader(client)


def words(slug: str | None, rules: Rules = CLASSIC) -> str:
    """What a chapter says under these rules."""
    told = Told("classic", rules, "g1")
    html = guide.page(FRAME, told, slug, room_of(rules))
    return " ".join(Page(html.replace("</t", " </t")).words.split())  # the cells of a table are no single word


def room_of(rules: Rules) -> Room:
    """A classic room with these rules."""
    room = waiting().room
    room.rules = rules
    return room


@pytest.mark.parametrize("mode", MODES)
def test_every_chapter_is_a_whole_page_in_every_mode(mode: str) -> None:
    told = Told.of_mode(mode)
    for slug in (None, *SLUGS):
        html = guide.page(FRAME, told, slug)
        page = Page(html)
        assert len(page.ids) == len(set(page.ids)), slug
        headings = [int(level) for level in re.findall(r"<h([1-6])\b", html.partition("<main")[2])]
        assert headings[0] == 1, slug
        assert headings.count(1) == 1, slug
        assert all(after <= before + 1 for before, after in itertools.pairwise(headings)), slug
        if slug:
            assert "Example" in page.words, slug


@pytest.mark.parametrize("code", ["en-XA", "ar-XB"])
def test_every_word_of_the_guide_can_be_translated(code: str) -> None:
    frame = Frame(choose(None, code), "token")
    for mode in MODES:
        for slug in (None, *SLUGS):
            page = guide.page(frame, Told.of_mode(mode), slug)
            main = re.sub(r"<svg.*?</svg>|<script.*?</script>", "", page.partition("<main")[2], flags=re.DOTALL)
            left = untranslated(re.sub(r"<[^>]*>", "", "<main" + main))
            said = set(re.findall(r"[^\W\d_]+", " ".join(left)))
            assert said <= {*TEMPERS, "opolyx", *LETTERS.values()}, (mode, slug)


def test_links_of_the_guide_keep_the_mode_and_lead_somewhere() -> None:
    known = {url(slug, None, mode) for slug in (None, *SLUGS) for mode in (None, *MODES)}
    for slug in (None, *SLUGS):
        page = Page(guide.page(FRAME, Told.of_mode("speed"), slug))
        inside = [link.partition("#")[0] for link in page.links if link.startswith("/guide")]
        assert set(inside) <= known
        assert "/guide/rent?mode=speed" in inside


@pytest.mark.parametrize(
    ("slug", "changes", "before", "after"),
    [
        ("turns", {"start_landing_bonus": 2345}, "2,000 + 1,000 = 3,000", "2,000 + 2,345 = 4,345"),
        ("turns", {"speed_die_from_round": 77}, "passes on by itself", "From round 77 a third die"),
        ("landing", {"square_20": "rest"}, "You may bet on a die", "You rest"),
        ("board", {"square_20": "free_parking"}, "Jackpot offers a bet", "Free parking is a place to breathe"),
        ("jackpot", {"square_20": "rest"}, "whoever stops", "there are no bets"),
        ("auctions", {"auction_seconds": 37}, "10 seconds", "37 seconds"),
        ("rent", {"rent_tax": [30, 39]}, "from round 100 on", "30 9% 742 6,758"),
        ("rent", {"rent_tax": None}, "99% are gone", "There is no rent tax"),
        ("rent", {"collection_cards": False}, "it charges 665", "do not count here"),
        ("building", {"redeem_surcharge": 50}, "700 + 70 = 770", "700 + 350 = 1,050"),
        ("building", {"mortgage_rounds": 4}, "There is no hurry", "the moment round 25 begins"),
        ("building", {"even_building": False}, "Build evenly", "Build in any order"),
        ("building", {"levels_per_street_per_turn": 3}, "rise by 1 level", "rise by 3 levels"),
        ("debts", {"debt_seconds": 123}, "1 minute 15 seconds", "2 minutes 3 seconds"),
        ("chance", {"deck": "fixed"}, "are shuffled", "in the order of the list"),
        ("trades", {"trade_seconds": 99}, "after 45 seconds", "after 1 minute 39 seconds"),
        ("trades", {"trade_mortgaged": False}, "can be traded; the new owner", "Mortgaged properties cannot be traded"),
        ("speed_die", {"speed_die_from_round": 66}, "is played without it", "From round 66"),
        ("clocks", {"missed_turns": 8}, "Miss 2 in a row", "Miss 8 in a row"),
        ("clocks", {"choice_seconds": 48}, "you get 15 seconds", "with 16 seconds left"),
        ("ending", {"round_cap": 321}, "After round 500", "After round 321"),
        ("progress", {"collection_cards": False}, "Every winner gets one", "do not count in this game"),
        ("fine_print", {"mortgage_rounds": 10}, "The next turn begins", "Mortgages whose time is up"),
    ],
)
def test_numbers_follow_the_rules(slug: str, changes: dict[str, object], before: str, after: str) -> None:
    assert before.lower() in words(slug).lower()
    assert after.lower() not in words(slug).lower()
    assert after.lower() in words(slug, changed(CLASSIC, changes)).lower()


def test_numbers_follow_the_constants_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "7,654" not in words("jail")
    monkeypatch.setattr(tables, "BAIL", 7654)
    monkeypatch.setattr(tables, "CASH", 7654)
    monkeypatch.setattr(moves, "SALARY", 7654)
    monkeypatch.setattr(progress, "XP_FOR_LASTING", 7654)
    for slug in ("jail", "start", "turns", "progress"):
        assert "7,654" in words(slug), slug


def test_the_share_of_a_bankruptcy_is_what_the_engine_pays() -> None:
    assert "400 × 250 ÷ 750 = 133" in words("bankruptcy")
    sides = words("bankruptcy", MODES["team"])
    assert "400 × 250 ÷ 500 = 200" in sides
    assert "your partner" in sides


def test_all_deeds_and_all_cards_are_there() -> None:
    board = tables.board(CLASSIC, Speech(ENGLISH))
    said = words("board")
    streets = [deed for deed in board.deeds if deed.kind == "street"]
    assert all(f"{deed.name} {deed.price:,} {deed.rents[0]:,} " in said for deed in streets)
    assert guide.page(FRAME, Told.of_mode("classic"), "chance").count("<li>") >= len(CARD_IDS)


def test_every_knob_belongs_to_a_chapter_that_tells_it() -> None:
    told = {knob for chapter in CHAPTERS if chapter.slug != "modes" for knob in chapter.knobs}
    assert told == {knob.name for knob in KNOBS}


def test_the_differences_of_a_room_stand_in_the_chapters_they_concern() -> None:
    rules = changed(CLASSIC, {"round_cap": 60, "auction_seconds": 20})
    assert "Rounds: 60 instead of 500." in words("ending", rules)
    assert "Time for a bid" not in words("ending", rules).partition("All numbers")[0]
    assert "Time for a bid: 20 seconds instead of 10 seconds." in words("auctions", rules)
    for slug in (None, "modes"):
        assert "Rounds: 60 instead of 500." in words(slug, rules)
    assert "nothing of this chapter otherwise" in words("jail", rules)
    assert "without rules of its own" in words(None)


@pytest.mark.parametrize(
    ("dock", "chapter"),
    [("turn", "turns"), ("auction", "auctions"), ("teleport", "speed_die"), ("debt", "debts"), ("over", "ending")],
)
def test_what_the_table_asks_has_a_chapter(dock: str, chapter: str) -> None:
    assert help_url(dock, "g1") == f"/games/g1/guide/{chapter}"
    assert help_url("turn", "g1", jailed=True) == "/games/g1/guide/jail"


async def test_the_table_leads_to_its_rules_and_they_lead_back(reader: Reader) -> None:
    game_id = await reader.play_now()
    link = next(link for link in (await reader.visit(f"/games/{game_id}")).links if "/guide/" in link)
    page = await reader.visit(link)
    assert reader.status == 200
    assert f"/games/{game_id}" in page.links
    assert "What differs in this room" in page.words


async def test_the_guide_of_a_private_game_is_for_those_who_may_see_it(reader: Reader, stranger: Reader) -> None:
    await reader.visit("/rooms/new")
    form = next(form for form in reader.page.forms if form.action == "/rooms")
    await reader.press(form, seats="2", bots="0", name="Ann", private="yes", rule_round_cap="61")
    game_id = reader.address.removeprefix("/games/").partition("?")[0]
    link = next(value for name, value in reader.page.attributes if name == "value" and "?invite=" in value)
    paths = [f"/guide?game={game_id}", f"/guide/ending?game={game_id}", f"/games/{game_id}/guide/ending"]
    for path in paths:
        page = await reader.visit(path)
        assert reader.status == 200
        assert "Rounds: 61 instead of 500." in page.words
        await stranger.visit(path)
        assert stranger.status == 403
        assert "61" not in stranger.page.words
    await stranger.visit(link.removeprefix("http://testserver"))
    await stranger.visit(paths[-1])
    assert stranger.status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/guide/nothing",
        "/guide?mode=nothing",
        "/guide/jail?mode=",
        "/guide/jail?game=nothing",
        "/games/nothing/guide",
        "/guide/Jail",
    ],
)
async def test_what_the_guide_does_not_know_is_said_to_be_missing(reader: Reader, path: str) -> None:
    await reader.visit(path)
    assert reader.status == (200 if path.endswith("mode=") else 404)


async def test_a_mode_is_chosen_by_its_tab(reader: Reader) -> None:
    page = await reader.visit("/guide/rent")
    assert "/guide/rent?mode=blitz" in page.links
    page = await reader.visit("/guide/rent?mode=blitz")
    assert "There is no rent tax here" in page.words
    assert "Rounds in which the rent tax grows: none instead of 100 to 200." in page.words


def test_the_text_of_a_mode_is_made_once_and_that_of_a_room_each_time() -> None:
    mode = Told.of_mode("classic")
    assert guide.body(ENGLISH, mode, "jail") is guide.body(ENGLISH, mode, "jail")
    room = Told("classic", CLASSIC, "g1")
    assert guide.body(ENGLISH, room, "jail") is not guide.body(ENGLISH, room, "jail")
