"""Why an action is refused: the contract's order of reasons, and the numbers that explain each."""

from typing import Any

from app.engine.actions import Action, Ask, Bet, Build, Mortgage, ProposeTrade, Redeem, Sell
from app.engine.agenda import Auction, Debt, Purchase, debt_total
from app.engine.board import BUILD_COST, PRICE
from app.engine.errors import Fact, Illegal
from app.engine.rules import ANYTIME, INDEX, Rule
from app.engine.rules.jackpot import FEWEST_NUMBERS, MOST_NUMBERS
from app.engine.rules.jail import BAIL
from app.engine.rules.trades import OPEN_OFFERS
from app.engine.state import PLAYING, Game
from app.engine.worth import raisable, redeem_price


def why_not(game: Game, seat: int | None, action: Action) -> Illegal | None:
    """The refusal that asking for this would meet, or None where it is legal. `seat` None is somebody not seated."""
    code = reason(game, seat, action)
    return None if code is None else Illegal(code, facts(game, seat, action, code))


def reason(game: Game, seat: int | None, action: Action) -> str | None:
    """The code alone."""
    found = find(game, seat, type(action))
    return found if isinstance(found, str) else found[0].question(game, found[1], action)


def find(game: Game, seat: int | None, kind: type[Ask]) -> tuple[Rule, Any] | str:
    """The rule for a kind of action and who asks it, the phase's entry or the seat; or why there is none."""
    agenda = game.agenda
    if not agenda:
        return "game_over"
    top: Any = agenda[-1]
    if top.seat == seat:  # the actor, who is seated and in
        rule = INDEX[type(top)].get(kind)
        if rule is not None and (not rule[2] or _manages_after_roll(game, top)):
            return rule, top
    elif seat is None or not 0 <= seat < len(game.standing):
        return "not_seated"
    elif game.standing[seat] != PLAYING:
        return "eliminated"
    rule = ANYTIME.get(kind)
    if rule is not None:
        return rule, seat
    return "wrong_phase" if top.seat == seat else "not_your_turn"


def rule_in_phase(game: Game, kind: type[Ask]) -> Rule | None:
    """The rule for a kind of action in the present phase, or None where the phase does not know it."""
    top: Any = game.agenda[-1]
    rule = INDEX[type(top)].get(kind)
    return None if rule is not None and rule.after_roll and not _manages_after_roll(game, top) else rule


def _manages_after_roll(game: Game, top: Any) -> bool:
    """Whether the actor is in its own turn, in a game in which that is enough to build and to redeem."""
    return game.rules.manage_after_roll and bool(top.seat == game.turn)


def facts(game: Game, seat: int | None, action: Action, code: str) -> dict[str, Fact]:
    """The numbers a sentence about the refusal may want."""
    if seat is None:
        return {}
    if code == "insufficient_cash":
        needed, cash = _needed(game, action), game.cash[seat]
        return {"needed": needed, "cash": cash} if needed > cash else {}  # in a trade the other side may be the one
    if code == "invalid_choice" and isinstance(action, Bet):
        return {"fewest": FEWEST_NUMBERS, "most": MOST_NUMBERS}
    if code == "too_many_offers":
        return {"limit": OPEN_OFFERS}
    top = game.agenda[-1] if game.agenda else None
    if code == "still_solvent" and isinstance(top, Debt):
        return {"raisable": raisable(game, seat), "total": debt_total(top)}
    square = getattr(action, "square", None)
    return {"square": square} if isinstance(square, int) else {}


def _needed(game: Game, action: Action) -> int:
    top = game.agenda[-1]
    match action, top:
        case Build(square), _:
            return BUILD_COST[square]
        case Redeem(square), _:
            return redeem_price(game, square)
        case ProposeTrade(give=give), _:
            return give.cash
        case ((Sell() | Mortgage()), _):
            return 0
        case _, Debt():
            return debt_total(top)
        case _, Purchase():
            return PRICE[top.square]
        case _, Auction():
            return top.asked
        case _:
            return BAIL
