"""Making offers: a bot looks for what completes a group of its own and leaves something for the other side too."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from app.bots.answering import joint_change
from app.bots.tempers import TYPICAL, Temper
from app.bots.valuation import completes, value_of, value_of_all
from app.engine.actions import ProposeTrade, Side
from app.engine.board import BUILD_COST, GROUP, GROUP_SIZE, GROUPS, MEMBERS
from app.engine.rules.trades import tradable
from app.engine.state import NOBODY, PLAYING, Game
from app.engine.worth import property_value, teammates

_GROUPS: Final = len(GROUPS)
_MOST_MISSING: Final = 2
_UNIT: Final = 50
"""Money in offers is a multiple of this."""
_SLOWING: Final = 2
"""After so many offers in a game everybody looks for trades a turn less often."""
_NOTHING: Final[tuple[int, ...]] = ()


class Deal(NamedTuple):
    """A swap of properties and the money it takes: the seat pays from `least` up to `most`, is paid where negative."""

    surplus: int
    to: int
    give: tuple[int, ...]
    get: tuple[int, ...]
    least: int
    most: int


def in_the_mood(game: Game, seat: int, temper: Temper) -> bool:
    """Whether this is one of the few turns in which the seat looks for a trade.

    The number of offers made so far counts in, so one offer ends the mood (two, when it also slows the pace).
    """
    made = game.offers_made
    return (game.round + 5 * seat + made) % (temper.pace + made // _SLOWING) == 0


def pitch(game: Game, seat: int, temper: Temper) -> ProposeTrade | None:
    """An offer that the other side, played by somebody typical, would take, for one of the groups within reach.

    With the rounds the groups take turns; a look at all of them at once would cost more than it finds.
    """
    reach = list(_completions(game, seat))
    if reach:
        other, missing = reach[game.round % len(reach)]
        for deal in _deals(game, seat, temper, other, missing):
            if offer := _priced(game, seat, temper, deal):
                return offer
    return None if game.rules.teams is None else _gift(game, seat)


def _completions(game: Game, seat: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """An opponent, and all that is missing to one of the seat's groups, where that one opponent holds it."""
    owner = game.owner
    for group, count in enumerate(game.held[seat * _GROUPS : seat * _GROUPS + _GROUPS]):
        if not count or not 0 < GROUP_SIZE[group] - count <= _MOST_MISSING or game.built_up[group]:
            continue
        missing = tuple([square for square in MEMBERS[group] if owner[square] != seat])
        other = owner[missing[0]]
        if other == NOBODY or owner[missing[-1]] != other or teammates(game, seat, other):
            continue
        if game.rules.trade_mortgaged or not any(game.mortgaged[square] for square in missing):
            yield other, missing


def _deals(game: Game, seat: int, temper: Temper, other: int, missing: tuple[int, ...]) -> list[Deal]:
    """What could be given for the missing properties, best first: money alone, or a key and money either way."""
    least = value_of_all(game, other, missing, _NOTHING, TYPICAL) + TYPICAL.margin
    keys = [square for square in _keys(game, seat, other) if GROUP[square] != GROUP[missing[0]]]
    if not keys and least > min(2 * _listed(game, missing), game.cash[seat] - temper.thin):
        return []
    most = value_of_all(game, seat, missing, _NOTHING, temper) - temper.margin
    deals = [Deal(most - least, other, _NOTHING, missing, least, most)]
    for square in keys:
        lost = value_of(game, seat, square, temper)
        won = value_of(game, other, square, TYPICAL)
        deals.append(Deal(most - least + won - lost, other, (square,), missing, least - won, most - lost))
    return sorted((deal for deal in deals if deal.surplus >= 0), reverse=True)


def _keys(game: Game, seat: int, other: int) -> Iterator[int]:
    """What the seat holds, alone, of groups that the other would complete with it."""
    start = seat * _GROUPS
    for group, count in enumerate(game.held[other * _GROUPS : other * _GROUPS + _GROUPS]):
        if count and count + 1 == GROUP_SIZE[group] and game.held[start + group]:
            square = next(square for square in MEMBERS[group] if game.owner[square] == seat)
            if tradable(game, square):
                yield square


def _priced(game: Game, seat: int, temper: Temper, deal: Deal) -> ProposeTrade | None:
    """The deal as an offer: both share what it brings, as far as cash and the rule of fairness allow."""
    fewest, most = _fair_range(_listed(game, deal.give), _listed(game, deal.get))
    fewest = max(fewest, deal.least, -max(0, game.cash[deal.to] - TYPICAL.thin))
    most = min(most, deal.most, game.cash[seat] - temper.thin)
    if fewest > most:
        return None
    middle = (deal.least + deal.most) // 2 // _UNIT * _UNIT
    paid = max(fewest, min(most, middle))
    give, get = Side(max(paid, 0), list(deal.give)), Side(max(-paid, 0), list(deal.get))
    return ProposeTrade(deal.to, give, get)


def _listed(game: Game, squares: tuple[int, ...]) -> int:
    return sum([property_value(game, square) for square in squares])


def _fair_range(given: int, asked: int) -> tuple[int, int]:
    """Between which sums of money, negative ones being paid by the other side, a swap of such values is fair."""
    fewest = asked - 2 * given if 2 * given >= asked else (asked + 1) // 2 - given
    most = 2 * asked - given if 2 * asked >= given else asked - (given + 1) // 2
    return fewest, most


def _gift(game: Game, seat: int) -> ProposeTrade | None:
    """Give a teammate the property that completes its group, if it can build there at once."""
    for mate, standing in enumerate(game.standing):
        if standing != PLAYING or not teammates(game, seat, mate):
            continue
        for square in _keys(game, seat, mate):
            stronger = completes(game, mate, (square,)) and joint_change(game, seat, mate, (square,), _NOTHING) > 0
            if stronger and game.cash[mate] >= BUILD_COST[square]:
                return ProposeTrade(mate, Side(0, [square]), Side())
    return None


def plea(game: Game, seat: int, short: int) -> ProposeTrade | None:
    """Ask a teammate for the money that would save the seat from bankruptcy; once, by the parity of the offers made."""
    if game.rules.teams is None or game.offers or (game.offers_made + game.round + seat) % 2:
        return None
    for mate, standing in enumerate(game.standing):
        if standing == PLAYING and teammates(game, seat, mate) and game.cash[mate] - short >= TYPICAL.keep:
            return ProposeTrade(mate, Side(), Side(short))
    return None
