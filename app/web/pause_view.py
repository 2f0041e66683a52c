"""The pay pause as its debtor sees it: what is owed to whom, what can be raised, and what would be sold for it."""

from markupsafe import Markup, escape
from msgspec import Struct

from app import engine
from app.engine.actions import Bankrupt, Pay, Sell, action_type
from app.engine.agenda import Debt, Item, debt_total
from app.engine.board import GROUP, GROUPS
from app.engine.rules.debts import Raising, raised_by, raising
from app.engine.state import NOBODY, Game
from app.engine.worth import raisable
from app.web import labels
from app.web.phrases import Narrator


class Owed(Struct, frozen=True):
    """One creditor's part. `to` None is the bank."""

    to: int | None
    amount: int
    reason: str


class Raised(Struct, frozen=True):
    """One property's part in raising the money: so many levels sold, or its mortgage (`levels` 0)."""

    square: int
    name: str
    group: str
    letter: str
    levels: int
    amount: int


class DebtDock(Struct, frozen=True, tag="debt"):
    """The viewer's pay pause. `plan` is what raising it for them would do; empty where that is needless or in vain."""

    items: list[Owed]
    total: int
    cash: int
    missing: int
    raisable: int
    payable: bool
    hopeless: bool
    plan: list[Raised]

    @property
    def raised(self) -> int:
        """What the plan brings."""
        return sum(one.amount for one in self.plan)


def debt(game: Game, top: Debt, say: Narrator) -> DebtDock:
    """The pause."""
    total = debt_total(top)
    cash = game.cash[top.seat]
    return DebtDock(
        items=[_owed(item, say) for item in top.items],
        total=total,
        cash=cash,
        missing=max(0, total - cash),
        raisable=raisable(game, top.seat),
        payable=engine.why_not(game, top.seat, Pay()) is None,
        hopeless=engine.why_not(game, top.seat, Bankrupt()) is None,
        plan=_plan(raising(game, top.seat), say),
    )


def _owed(item: Item, say: Narrator) -> Owed:
    return Owed(None if item.to == NOBODY else item.to, item.amount, _reason(item, say))


def _reason(item: Item, say: Narrator) -> Markup:
    match item.reason:
        case "rent":
            return say.gettext("rent for %(square)s", square=say.square(item.square))
        case "tax":
            return escape(say.square(item.square))
        case "bail":
            return say.gettext("bail")
        case _:
            return say.gettext("a chance card")


def _plan(orders: list[Raising], say: Narrator) -> list[Raised]:
    """The orders, those of one kind on one property together."""
    together: dict[tuple[str, int], list[Raising]] = {}
    for order in orders:
        together.setdefault((action_type(order), order.square), []).append(order)
    return [_raised(same, say) for same in together.values()]


def _raised(same: list[Raising], say: Narrator) -> Raised:
    square = same[0].square
    group = GROUPS[GROUP[square]]
    return Raised(
        square=square,
        name=say.square(square),
        group=group,
        letter=labels.LETTERS[group],
        levels=len(same) if isinstance(same[0], Sell) else 0,
        amount=sum(raised_by(order) for order in same),
    )
