"""Luck as an argument: where the outcomes of a game come from. The engine asks, it never draws by itself.

Every outcome has an index of its own in the game, used once and in order. `Keyed` computes outcome n from secrets that
are fixed before the first move, so that it can be checked afterwards; `Listed` says what a scenario file wrote.
"""

import hmac
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from app.engine.board import PROPERTIES, STREET_GROUPS
from app.engine.errors import Illegal

SCHEME: Final = "opolyx-1"
"""The name of the recipe that `Keyed` follows; another recipe gets another name."""
SPEED_FACES: Final[tuple[int | str, ...]] = (1, 2, 3, "bus", "x", "x")
ENVELOPES: Final = (1000, 2000, 3000)
CARDS: Final = 16


class Luck(Protocol):
    """The kinds of outcome a game can need; `n` is the outcome's index."""

    def dice(self, n: int) -> list[int | str]:
        """Two white dice."""

    def speed_dice(self, n: int) -> list[int | str]:
        """Two white dice and the speed die."""

    def die(self, n: int) -> int:
        """One die."""

    def envelope(self, n: int) -> int:
        """What the red envelope holds."""

    def group(self, n: int) -> int:
        """A street group, as an index into GROUPS."""

    def order(self, n: int) -> Sequence[int]:
        """The sixteen cards in the order of shuffle n, which may be asked for again and again."""

    def seat(self, n: int, seats: int) -> int:
        """The first seat to move."""


class Keyed:
    """Outcome n is HMAC-SHA256 under a key made of the seed, the game's id and every seat's contribution.

    The key is HMAC(seed, lines), the lines being the game's id and the contributions in seat order, joined by line
    feeds. The bytes of HMAC(key, "n") and, if ever needed, of HMAC(key, "n.1"), "n.2" … are read in order; a choice
    among k takes the next byte below the largest multiple of k that fits, modulo k, so every choice is unbiased.
    """

    __slots__ = ("_key", "_orders")

    def __init__(self, seed: bytes, game_id: str, contributions: Sequence[str]) -> None:
        self._key = hmac.digest(seed, "\n".join([game_id, *contributions]).encode(), "sha256")
        self._orders: dict[int, list[int]] = {}

    def _bytes(self, n: int) -> Iterator[int]:
        return self._labelled(b"%d" % n)

    def _labelled(self, label: bytes) -> Iterator[int]:
        yield from hmac.digest(self._key, label, "sha256")
        block = 1
        while True:
            yield from hmac.digest(self._key, b"%b.%d" % (label, block), "sha256")
            block += 1

    @staticmethod
    def _below(stream: Iterator[int], choices: int) -> int:
        limit = 256 - 256 % choices
        return next(byte for byte in stream if byte < limit) % choices

    def dice(self, n: int) -> list[int | str]:
        stream = self._bytes(n)
        return [1 + self._below(stream, 6), 1 + self._below(stream, 6)]

    def speed_dice(self, n: int) -> list[int | str]:
        stream = self._bytes(n)
        return [1 + self._below(stream, 6), 1 + self._below(stream, 6), SPEED_FACES[self._below(stream, 6)]]

    def die(self, n: int) -> int:
        return 1 + self._below(self._bytes(n), 6)

    def envelope(self, n: int) -> int:
        return ENVELOPES[self._below(self._bytes(n), len(ENVELOPES))]

    def group(self, n: int) -> int:
        return self._below(self._bytes(n), len(STREET_GROUPS))

    def order(self, n: int) -> Sequence[int]:
        if n not in self._orders:
            stream = self._bytes(n)
            cards = list(range(CARDS))
            for last in range(CARDS - 1, 0, -1):
                other = self._below(stream, last + 1)
                cards[last], cards[other] = cards[other], cards[last]
            self._orders[n] = cards
        return self._orders[n]

    def seat(self, n: int, seats: int) -> int:
        return self._below(self._bytes(n), seats)

    def collected(self, seat: int, number: int) -> tuple[int, int]:
        """A collection card that a seat gets after the end: a property in board order, and a number below a hundred.

        Its bytes have a label of their own, "card.<seat>.<number>", so that no outcome of the game is used for it.
        """
        stream = self._labelled(b"card.%d.%d" % (seat, number))
        return PROPERTIES[self._below(stream, len(PROPERTIES))], self._below(stream, 100)


class Exhausted(Illegal):
    """A scenario needed an outcome it did not list, or another kind than it listed."""

    def __init__(self, kind: str, found: object) -> None:
        super().__init__("random", {"needed": kind, "found": repr(found)})


class Listed:
    """The outcomes of a scenario file, in order and in the game's own terms; cards are indices into the fixed list."""

    def __init__(self, outcomes: Sequence[object], cards: Sequence[str]) -> None:
        """`cards` are the sixteen card ids in the fixed order, by which a listed shuffle is read."""
        self._outcomes = list(outcomes)
        self._cards = list(cards)
        self._orders: dict[int, list[int]] = {}
        self._used = 0

    @property
    def left(self) -> list[object]:
        """What has been listed and not been used."""
        return self._outcomes[self._used :]

    def known_order(self, n: int, order: Sequence[int]) -> None:
        """Fix an order beforehand: the coming cards of a scenario's setup."""
        self._orders[n] = list(order)

    def _next(self, kind: str) -> object:
        if self._used >= len(self._outcomes):
            raise Exhausted(kind, None)
        self._used += 1
        return self._outcomes[self._used - 1]

    def _roll(self, kind: str, faces: int) -> list[int | str]:
        found = self._next(kind)
        if not isinstance(found, list) or len(found) != faces or not all(_is_die(face) for face in found[:2]):
            raise Exhausted(kind, found)
        if faces == 3 and not (found[2] in SPEED_FACES and not isinstance(found[2], bool)):
            raise Exhausted(kind, found)
        return found

    def _number(self, kind: str, allowed: Sequence[int]) -> int:
        found = self._next(kind)
        if not isinstance(found, int) or isinstance(found, bool) or found not in allowed:
            raise Exhausted(kind, found)
        return found

    def dice(self, n: int) -> list[int | str]:
        return self._roll("a roll of two dice", 2)

    def speed_dice(self, n: int) -> list[int | str]:
        return self._roll("a roll with the speed die", 3)

    def die(self, n: int) -> int:
        return self._number("a die", range(1, 7))

    def envelope(self, n: int) -> int:
        return self._number("a red envelope", ENVELOPES)

    def group(self, n: int) -> int:
        found = self._next("a blessed group")
        if found not in STREET_GROUPS:
            raise Exhausted("a blessed group", found)
        return STREET_GROUPS.index(str(found))

    def order(self, n: int) -> Sequence[int]:
        if n not in self._orders:
            found = self._next("a shuffle")
            if not isinstance(found, list) or sorted(map(str, found)) != sorted(self._cards):
                raise Exhausted("a shuffle", found)
            self._orders[n] = [self._cards.index(card) for card in found]
        return self._orders[n]

    def seat(self, n: int, seats: int) -> int:
        return self._number("a first seat", range(seats))


def _is_die(face: object) -> bool:
    return isinstance(face, int) and not isinstance(face, bool) and 1 <= face <= 6
