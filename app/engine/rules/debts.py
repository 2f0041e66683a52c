"""Rulebook 9, Debts: the pay pause. Nothing is deducted silently; the debtor raises the money and pays in one step."""

from typing import TypeAlias

from app.engine.actions import Mortgage, Pay, Sell
from app.engine.agenda import Debt, Item, Owing, debt_total
from app.engine.board import BUILD_COST, GROUP, MEMBERS, PRICE
from app.engine.draft import Draft
from app.engine.rules.building import take_down
from app.engine.rules.mortgages import pledge
from app.engine.rules.rent import withheld
from app.engine.rules.trades import close_made_by
from app.engine.state import NOBODY, Game
from app.engine.worth import estate, mortgage_value, sale_value

Raising: TypeAlias = Sell | Mortgage
"""Selling a level or mortgaging a property."""


def owe(draft: Draft, seat: int, items: list[Item]) -> None:
    """Open a debt and its pause, as the last thing a chapter does; items of nothing make none."""
    owed = [item for item in items if item.amount]
    if owed:
        draft.ask_debt(Debt(seat, owed))


def owe_one(draft: Draft, seat: int, to: int, amount: int, reason: str, square: int = NOBODY) -> None:
    """The same with one creditor; rents and taxes name their square."""
    if amount:
        draft.ask_debt(Debt(seat, [Item(to, amount, reason, square)]))


def owe_bank(draft: Draft, seat: int, amount: int, reason: str, square: int = NOBODY) -> None:
    """A debt to the bank."""
    owe_one(draft, seat, NOBODY, amount, reason, square)


def begin_pause(draft: Draft, owing: Owing) -> None:
    """The pause of a debtor who has been waiting for others begins."""
    draft.ask_debt(Debt(owing.seat, owing.items))


def may_pay(game: Game, at: Debt, ask: Pay) -> str | None:
    """Why the debt may not be paid now."""
    return None if game.cash[at.seat] >= debt_total(at) else "insufficient_cash"


def pay(draft: Draft, at: Debt, ask: Pay) -> None:
    """Pay every creditor."""
    settle(draft, at)


def settle(draft: Draft, debt: Debt) -> None:
    """End the pause by paying the whole sum, which the debtor must have."""
    draft.game.agenda.pop()
    if draft.game.offers:
        close_made_by(draft, debt.seat, "paid")
    for item in debt.items:
        pay_item(draft, debt.seat, item, item.amount)


def pay_item(draft: Draft, seat: int, item: Item, amount: int) -> None:
    """Pay one creditor all or, in a bankruptcy, a share; of a rent the tax is withheld."""
    tax = withheld(draft.game, amount) if item.reason == "rent" and item.to != NOBODY else 0
    draft.pay(seat, item.to, amount, withheld=tax, reason=item.reason)


def raise_money(draft: Draft, seat: int, target: int | None) -> None:
    """Mortgage and sell in the rulebook's order until the seat has `target` in cash; None goes on to the end."""
    for ask in raising_order(draft.game, seat):
        if target is not None and draft.game.cash[seat] >= target:
            return
        deed = take_down if isinstance(ask, Sell) else pledge
        deed(draft, seat, ask.square)


def raising(game: Game, seat: int) -> list[Raising]:
    """The orders that would raise what the seat owes in its pause, as the clock would; none where that cannot be."""
    top = game.agenda[-1] if game.agenda else None
    if not isinstance(top, Debt) or top.seat != seat:
        return []
    missing = debt_total(top) - game.cash[seat]
    found: list[Raising] = []
    for ask in raising_order(game, seat):
        if missing <= 0:
            return found
        found.append(ask)
        missing -= raised_by(ask)
    return found if missing <= 0 else []


def raised_by(ask: Raising) -> int:
    """What one of them brings."""
    return sale_value(ask.square) if isinstance(ask, Sell) else mortgage_value(ask.square)


def raising_order(game: Game, seat: int) -> list[Raising]:
    """All that the seat can mortgage and sell, in order.

    First the properties of groups without buildings, cheapest first; then, group by group from the cheapest build cost,
    level by level from the highest street, and each group's properties once it is bare. Ties go to the lower square.
    """
    own = estate(game, seat)
    bare = [square for square in own if not game.built_up[GROUP[square]]]
    steps = _mortgages(game, bare)
    built = {GROUP[square] for square in own if game.built_up[GROUP[square]]}
    for group in sorted(built, key=lambda group: (BUILD_COST[MEMBERS[group][0]], MEMBERS[group][0])):
        members = [square for square in own if GROUP[square] == group]
        steps += _sales(game, members)
        steps += _mortgages(game, members)
    return steps


def _mortgages(game: Game, squares: list[int]) -> list[Raising]:
    free = [square for square in squares if not game.mortgaged[square]]
    return [Mortgage(square) for square in sorted(free, key=lambda square: (PRICE[square], square))]


def _sales(game: Game, members: list[int]) -> list[Raising]:
    levels = {square: game.level[square] for square in members}
    sales: list[Raising] = []
    while any(levels.values()):
        highest = max(members, key=lambda square: (levels[square], -square))
        levels[highest] -= 1
        sales.append(Sell(highest))
    return sales
