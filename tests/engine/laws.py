"""What holds of every game at every step, whatever was played: the invariants that random play looks for."""

from typing import Final

import pytest

from app import engine
from app.engine import actions
from app.engine.actions import Action, Side
from app.engine.agenda import PHASES, Auction, Closing, Debt
from app.engine.board import BOARD, GROUP, GROUP_SIZE, GROUPS, MEMBERS, PROPERTIES, SQUARES
from app.engine.errors import Illegal
from app.engine.luck import Luck
from app.engine.state import NOBODY, PLAYING, Game, decode, encode

STORED_BYTES: Final = 2048

_SQUARES: Final = range(-1, SQUARES + 2)
CONCRETE: Final[tuple[Action, ...]] = (
    actions.Roll(),
    actions.PayBail(),
    actions.Buy(),
    actions.Decline(),
    actions.Bid(),
    actions.Pass(),
    actions.SkipBet(),
    actions.Pay(),
    actions.Bankrupt(),
    actions.Surrender(),
    *(kind(square) for square in _SQUARES for kind in (actions.Build, actions.Sell, actions.Mortgage, actions.Redeem)),
    *(actions.ChooseMove(steps) for steps in range(-1, 14)),
    *(kind(n) for n in range(-1, 4) for kind in (actions.AcceptTrade, actions.RejectTrade, actions.CancelTrade)),
)
"""What `legal` lists one by one, within and beyond its limits; offers are added by number."""
BOUNDED: Final[tuple[tuple[Action, bool], ...]] = (
    *((actions.Bet(numbers), True) for numbers in ([1], [6, 1], [2, 4, 5])),
    *((actions.Bet(numbers), False) for numbers in ([], [0], [7], [3, 3], [1, 2, 3, 4], [-1, 2])),
)


def holds(game: Game) -> None:
    """A state that any step may leave behind."""
    _money(game)
    _agenda(game)
    _estates(game)
    _derived(game)
    _offers(game)


def _money(game: Game) -> None:
    assert min(game.cash) >= 0
    for seat, standing in enumerate(game.standing):
        if standing != PLAYING:
            assert game.cash[seat] == 0
            assert not game.jailed[seat]
            assert seat not in game.owner
    assert sorted(game.left) == [seat for seat, standing in enumerate(game.standing) if standing != PLAYING]


def _agenda(game: Game) -> None:
    if not game.agenda:
        assert game.winners
        assert (engine.actor(game), engine.due(game), engine.phase(game)) == (None, None, "over")
        assert not game.offers
        return
    assert isinstance(game.agenda[0], Closing)
    assert not any(isinstance(entry, Closing) for entry in game.agenda[1:])
    top = game.agenda[-1]
    assert type(top) in PHASES
    assert not any(type(entry) in PHASES for entry in game.agenda[:-1]), "two phases at once"
    actor = engine.actor(game)
    assert actor is not None
    assert game.standing[actor] == PLAYING
    assert isinstance(top, Auction | Debt) or actor == game.turn
    due = engine.due(game)
    assert due is not None
    assert due <= game.deadline


def _estates(game: Game) -> None:
    for square in PROPERTIES:
        owner, level = game.owner[square], game.level[square]
        assert 0 <= level <= 5
        if owner == NOBODY:
            assert (level, game.mortgaged[square], game.lapses[square]) == (0, False, 0)
        if level:
            group = MEMBERS[GROUP[square]]
            assert BOARD[square].kind == "street"
            assert all(game.owner[other] == owner and not game.mortgaged[other] for other in group)
            assert (
                not game.rules.even_building
                or max(game.level[o] for o in group) - min(game.level[o] for o in group) < 2
            )
        counting = game.mortgaged[square] and game.rules.mortgage_rounds is not None
        assert bool(game.lapses[square]) == counting
        assert not game.lapses[square] or game.round < game.lapses[square] or not game.agenda


def _derived(game: Game) -> None:
    """The counts that the draft keeps equal a recount."""
    seats = len(game.standing)
    held = [0] * (seats * len(GROUPS))
    built_up, pledged = [0] * len(GROUPS), [0] * len(GROUPS)
    for square in PROPERTIES:
        if game.owner[square] != NOBODY:
            held[game.owner[square] * len(GROUPS) + GROUP[square]] += 1
        built_up[GROUP[square]] += game.level[square]
        pledged[GROUP[square]] += game.mortgaged[square]
    assert (held, built_up, pledged) == (game.held, game.built_up, game.pledged)
    for seat in range(seats):
        own = [square for square in PROPERTIES if game.owner[square] == seat]
        whole = [group for group, members in enumerate(MEMBERS) if set(members) <= set(own)]
        assert game.whole[seat] == sum(2**group for group in whole)
        assert game.loans[seat] == sum(game.mortgaged[square] for square in own)
        loans = [BOARD[square].price // 2 for square in own if not game.mortgaged[square]]
        sales = [game.level[square] * (BOARD[square].build_cost // 2) for square in own]
        assert game.backing[seat] == sum(loans) + sum(sales)
    assert all(held[seat * len(GROUPS) + group] <= GROUP_SIZE[group] for seat in range(seats) for group in range(10))


def _offers(game: Game) -> None:
    """Whatever is on the table could be accepted at once, and only where trading is possible."""
    for offer in game.offers:
        assert offer.origin == engine.actor(game)
        assert engine.phase(game) in ("turn", "debt")
        assert game.cash[offer.origin] >= offer.give.cash
        assert game.cash[offer.to] >= offer.get.cash
        assert all(game.owner[square] == offer.origin for square in offer.give.squares)
        assert all(game.owner[square] == offer.to for square in offer.get.squares)
        assert not any(game.built_up[GROUP[square]] for square in offer.give.squares + offer.get.squares)
    assert all(sum(offer.origin == seat for offer in game.offers) <= 3 for seat in range(len(game.standing)))


def is_kept_whole(game: Game) -> None:
    """Stored and read again a game is the same, and small."""
    stored = encode(game)
    assert decode(stored) == game
    assert encode(decode(stored)) == stored
    assert len(stored) < STORED_BYTES


def legal_tells_all(game: Game, seat: int) -> None:
    """What `legal` lists is what `why_not` lets pass, no more and no less; an actor has more to do than to leave."""
    entries = engine.legal(game, seat)
    assert len(entries) > 1 or seat != engine.actor(game), "the actor can do nothing but leave"
    offered = [entry for entry in entries if entry["type"] not in ("bet", "teleport", "propose_trade")]
    listed = {actions.read(entry) for entry in offered}
    assert len(listed) == len(offered), "an action is listed twice"
    numbers = [offer.id for offer in game.offers]
    probes = {
        *CONCRETE,
        *(kind(n) for n in numbers for kind in (actions.AcceptTrade, actions.RejectTrade, actions.CancelTrade)),
    }
    assert listed == {probe for probe in probes if engine.why_not(game, seat, probe) is None}
    kinds = {str(entry["type"]) for entry in entries}
    for bet, valid in BOUNDED:
        assert (engine.why_not(game, seat, bet) is None) == (valid and "bet" in kinds)
    for square in _SQUARES:
        valid = 0 <= square < SQUARES and square != game.square[seat]
        assert (engine.why_not(game, seat, actions.Teleport(square)) is None) == (valid and "teleport" in kinds)
    refusal = engine.why_not(game, seat, actions.ProposeTrade(seat, Side(), Side()))
    assert refusal is not None
    assert (refusal.code == "invalid_choice") == ("propose_trade" in kinds)


def refusal_changes_nothing(game: Game, seat: int, action: Action, *, now: int, luck: Luck) -> bool:
    """Where the question says no, asking is refused for the same reason and leaves no trace; says whether it was no."""
    refusal = engine.why_not(game, seat, action)
    if refusal is None:
        return False
    before = encode(game)
    with pytest.raises(Illegal) as refused:
        engine.apply(game, seat, action, now=now, luck=luck)
    assert (refused.value.code, refused.value.facts) == (refusal.code, refusal.facts)
    assert encode(game) == before
    return True
