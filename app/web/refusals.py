"""Why something was refused, in a whole sentence with its numbers: the codes of the rules, the rooms and the pages."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from markupsafe import Markup

from app.engine.names import N_
from app.web.speech import Speech

Facts: TypeAlias = Mapping[str, object]

_PLAIN: Final[dict[str, str]] = {
    "malformed": N_("The table did not understand that. Please try again."),
    "game_over": N_("The game is over."),
    "not_seated": N_("You have no seat at this table."),
    "eliminated": N_("You are out of this game."),
    "not_your_turn": N_("It is not your turn."),
    "wrong_phase": N_("That cannot be done now."),
    "insufficient_cash": N_("There is not enough cash for that."),
    "not_owner": N_("That property belongs to somebody else."),
    "not_a_property": N_("That square is no property."),
    "not_a_street": N_("Only streets can be built on."),
    "group_incomplete": N_("You need every street of the group to build."),
    "group_mortgaged": N_("A street of the group is mortgaged. Redeem it first."),
    "group_built": N_("There are buildings in the group. Sell them first."),
    "uneven": N_("The streets of a group must be kept even."),
    "level_limit": N_("A street can be raised by only one level a turn."),
    "max_level": N_("The street is already at the highest level."),
    "no_building": N_("There is no building here to sell."),
    "already_mortgaged": N_("The property is already mortgaged."),
    "not_mortgaged": N_("The property is not mortgaged."),
    "still_solvent": N_("You can still raise the money."),
    "invalid_choice": N_("That choice is not possible."),
    "unfair_trade": N_("The smaller side of a trade must be worth at least half of the larger one."),
    "not_tradable": N_("A property in the trade cannot change hands now. Groups with buildings stay together."),
    "too_many_offers": N_("You have too many open offers."),
    "trade_gone": N_("That offer is no longer open."),
    "not_jailed": N_("You are not in jail."),
    "stale_version": N_("The table has moved on. Here is how it stands."),
    "already_seated": N_("You already sit in a game that is not over."),
    "seats_full": N_("Every seat is taken."),
    "seats_open": N_("The game can start when every seat is taken."),
    "not_waiting": N_("This game has already started."),
    "sent_away": N_("Whoever opened this room has sent you away."),
    "no_such_code": N_("No waiting room has this code. Look at it again; it has six letters and digits."),
    "not_over": N_("That can be had when the game is over, not before."),
    "other_rules": N_("This game was played by other rules than today's. It cannot be shown again."),
    "forbidden": N_("That is not yours to do, or this page was open for too long. Go back, reload it and try again."),
    "busy": N_("Too much is happening at once. Please try again."),
    "unauthorized": N_("Please take a seat or give a name first."),
    "not_found": N_("There is nothing at this address. The room may have been closed."),
    "method_not_allowed": N_("This address cannot be used like that."),
    "too_large": N_("That was more than the table can take in."),
    "too_many_requests": N_("That was too much at once. Please wait a moment."),
    "unavailable": N_("The table cannot be reached for a moment. Please try again."),
    "internal": N_("Something went wrong on our side. Please try again."),
    "oneself": N_("You cannot do that to yourself."),
    "blocked": N_("This person does not want to have anything to do with you."),
    "blocked_by_you": N_("You have blocked this person. Lift the block first."),
    "too_many_follows": N_("You follow as many people as anybody may. Stop following somebody first."),
    "too_many_blocks": N_("You have blocked as many people as anybody may. Lift another block first."),
    "bad_handle": N_(
        "A handle has 3 to 20 letters from a to z, digits or underscores, with no underscore at its ends."
    ),
    "handle_taken": N_("Somebody else has this handle. Please choose another."),
    "too_many_tokens": N_("You have as many tokens as anybody may. End one of them first."),
    "bad_contribution": N_("A contribution to the dice is 1 to 64 letters, digits or signs."),
    "bad_rules": N_("Some rules cannot be like that. See below what each of them can be."),
    "bad_name": N_("Please choose a name of 1 to 24 letters."),
    "reported": N_("Thank you. An operator will look at your report."),
    "bad_line": N_("A message is 1 to 200 letters of plain text with few pictures."),
    "bad_address": N_("That is no e-mail address. Look at it again."),
    "link_sent": N_("A link is on its way to that address. Open it within 20 minutes, and press the button there."),
    "link_logged": N_("This server sends no mail. Whoever runs it finds the link in its log."),
    "mail_failed": N_("The mail could not be sent. Please try again in a while."),
    "link_gone": N_("This link was used already, or its time is over. Ask for another one."),
    "signed_in": N_("You are signed in."),
    "signed_out": N_("You are signed out."),
    "merged": N_("What the guest had is yours now."),
    "both_play": N_("You sit in a game as a guest, and in another one with your account. End one of them first."),
    "not_sure": N_("Tick the box if you are sure."),
    "deleted": N_("Your account and what belonged to it are deleted."),
    "no_passkey": N_("That passkey is not known here, or it took too long. Please try again."),
    "no_identity": N_("Signing in there did not work. Please try again."),
    "bad_offer": N_("Something in the offer cannot be read. See below what is wrong; the rest is as you left it."),
    "offer_kept": N_("Your offer is kept. Open a trade with the same player when you may make offers, and send it."),
    "offer_changed": N_("The table has moved on. Look at your offer again, then send it."),
}


def refusal(say: Speech, code: str, facts: Facts) -> Markup:
    """The refusal in words; with numbers where its facts have them."""
    numbers = {name: value for name, value in facts.items() if isinstance(value, int)}
    detailed = _DETAILED.get(code)
    if detailed is not None:
        needs, phrase = detailed
        if needs <= numbers.keys():
            return phrase(say, numbers)
    return say.gettext(_PLAIN[code])


def _insufficient_cash(say: Speech, facts: Mapping[str, int]) -> Markup:
    if facts["needed"] <= facts["cash"]:  # in a trade it can be the other side that has too little
        return say.gettext(_PLAIN["insufficient_cash"])
    return say.gettext(
        "You need %(needed)s and have %(cash)s.", needed=say.money(facts["needed"]), cash=say.money(facts["cash"])
    )


def _still_solvent(say: Speech, facts: Mapping[str, int]) -> Markup:
    return say.gettext(
        "You can still raise %(raisable)s, and you owe %(total)s.",
        raisable=say.money(facts["raisable"]),
        total=say.money(facts["total"]),
    )


def _too_many_offers(say: Speech, facts: Mapping[str, int]) -> Markup:
    return say.ngettext(
        "You may have only one open offer.",
        "You may have only %(n)s open offers.",
        facts["limit"],
    )


def _numbers(say: Speech, facts: Mapping[str, int]) -> Markup:
    return say.gettext("Choose one, two or three different numbers.")


_Detailed: TypeAlias = tuple[set[str], Callable[[Speech, Mapping[str, int]], Markup]]
_DETAILED: Final[dict[str, _Detailed]] = {
    "insufficient_cash": ({"needed", "cash"}, _insufficient_cash),
    "still_solvent": ({"raisable", "total"}, _still_solvent),
    "invalid_choice": ({"fewest", "most"}, _numbers),
    "too_many_offers": ({"limit"}, _too_many_offers),
}
"""The facts that a fuller sentence needs, and the sentence."""

CODES: Final = frozenset(_PLAIN)
"""Every code there is a sentence for."""
