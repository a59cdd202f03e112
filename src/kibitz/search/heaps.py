"""Games of heaps by what a turn may take: Grundy values of all heaps up to a size at once.

The rules are digits, as in the octal codes of Guy and Smith (1956): digit k says what may
be left of a heap from which k counters are taken, as a sum of 1 (nothing), 2 (one heap)
and 4 (two heaps). So nim is 3 everywhere, and Kayles is 0, 7, 7, written 0.77. A code whose
last digit goes on for ever ends in `...`: nim is 0.3..., Lasker's nim 4.3... Normal play.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.errors import BadNotation, BadValue, UnknownName

NOTHING, ONE_HEAP, TWO_HEAPS = 1, 2, 4

Values = NDArray[np.int64]

NAMES = {
    "nim": "0.3...",
    "kayles": "0.77",
    "dawson-kayles": "0.07",
    "dawson-chess": "0.137",
    "lasker": "4.3...",
    "treblecross": "0.007",
    "officers": "0.6",
}
_CODE = re.compile(r"([04]?)\.([0-7]+)(\.\.\.)?", re.ASCII)
MOST_DIGITS = 64  # of a code that ends


@kernel
def mark_successors(digits: Values, heap: int, values: Values, seen: Values) -> None:
    """Mark with `heap` the values of everything a turn can leave of a heap of that size."""
    for taken in range(min(len(digits), heap + 1)):
        digit, rest = digits[taken], heap - taken
        if digit & NOTHING and rest == 0:
            seen[0] = heap
        if digit & ONE_HEAP and rest > 0:
            seen[values[rest]] = heap
        if digit & TWO_HEAPS:
            for part in range(1, rest // 2 + 1):
                seen[values[part] ^ values[rest - part]] = heap


@kernel
def fill_values(digits: Values, values: Values, seen: Values) -> None:
    """Write the Grundy values of all heaps; `seen` is scratch of zeros."""
    for heap in range(1, len(values)):
        mark_successors(digits, heap, values, seen)
        mex = 0
        while seen[mex] == heap:
            mex += 1
        values[heap] = mex


@dataclass(frozen=True)
class HeapGame:
    """A game of heaps, given by its digits."""

    digits: tuple[int, ...]
    is_endless: bool = False  # whether the last digit holds for all larger numbers

    @classmethod
    def named(cls, text: str, largest: int = 0) -> "HeapGame":
        """The game with this code or name; one without an end is given digits up to `largest`.

        >>> HeapGame.named("kayles").digits
        (0, 7, 7)
        """
        code = NAMES.get(text.strip().lower(), text.strip())
        found = _CODE.fullmatch(code)
        if not found:
            if re.search(r"[0-9.]", code):
                raise BadNotation(f"'{text}' is not an octal code like 0.77 or 4.3...")
            raise UnknownName("game of heaps", text, NAMES)
        if len(found[2]) > MOST_DIGITS:
            raise BadNotation(f"'{text}' has more than {MOST_DIGITS} digits")
        digits = [int(found[1] or 0), *map(int, found[2])]
        if found[3]:
            digits += [digits[-1]] * (largest + 1 - len(digits))
        return cls(tuple(digits), bool(found[3]))

    @property
    def code(self) -> str:
        """The octal code that `named` reads."""
        rest = "".join(map(str, self.digits[1:]))
        if self.is_endless:
            rest = rest.rstrip(rest[-1]) + rest[-1] + "..."
        return f"{self.digits[0]}.{rest}"

    def __post_init__(self) -> None:
        for taken, digit in enumerate(self.digits):
            if not 0 <= digit <= 7 or (taken == 0 and digit & (NOTHING | ONE_HEAP)):
                raise BadValue(f"digit {digit} for taking {taken} is not a rule of a heap game")

    @classmethod
    def subtraction(cls, *takes: int) -> "HeapGame":
        """The game in which a turn takes one of these numbers from a heap."""
        if not takes or min(takes) < 1:
            raise BadValue(f"a turn cannot take one of {takes}")
        whole = NOTHING | ONE_HEAP
        return cls(tuple(whole if taken in takes else 0 for taken in range(max(takes) + 1)))

    def values(self, largest: int) -> Values:
        """The Grundy values of heaps from 0 to `largest`.

        No play on n counters lasts longer than 2n turns, so no value is greater, and no xor
        of two values needs more bits.
        """
        values = np.zeros(largest + 1, np.int64)
        seen = np.zeros(1 << (2 * largest + 1).bit_length(), np.int64)
        fill_values(np.array(self.digits, np.int64), values, seen)
        return values

    def successors(self, heap: int) -> Iterator[tuple[int, ...]]:
        """What a turn can leave of one heap: no, one or two heaps."""
        for taken, digit in enumerate(self.digits[: heap + 1]):
            rest = heap - taken
            if digit & NOTHING and rest == 0:
                yield ()
            if digit & ONE_HEAP and rest > 0:
                yield (rest,)
            if digit & TWO_HEAPS:
                yield from ((part, rest - part) for part in range(1, rest // 2 + 1))

    def winning_moves(self, heaps: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
        """The moves that win: which heap, and what is left of it."""
        values = self.values(max(heaps, default=0))
        total = reduce(xor, (int(values[heap]) for heap in heaps), 0)
        return [
            (i, left)
            for i, heap in enumerate(heaps)
            for left in self.successors(heap)
            if reduce(xor, (int(values[part]) for part in left), 0) == total ^ int(values[heap])
        ]


class Period(NamedTuple):
    """From the heap after `last_exception` on, heaps that differ by `length` are worth the same."""

    length: int
    last_exception: int  # -1 if there is none


@kernel
def first_period(values: Values, digits: int) -> tuple[int, int]:
    """The shortest period that the values prove, and the last exception to it; 0 if none.

    If g(n + p) = g(n) holds from n = e + 1 to n = 2e + p + t + 1, t being the last digit's
    place, it holds for ever (Guy and Smith 1956).
    """
    top = len(values) - 1
    for period in range(1, top // 2 + 1):
        n = top
        while n >= period and values[n] == values[n - period]:
            n -= 1
        start = max(n - period + 1, 0)
        if 2 * start + 2 * period + digits <= top + 1:
            return period, start - 1
    return 0, -1


def find_period(digits: Sequence[int], values: Values) -> Period | None:
    """The period of a game with these digits, if so many values prove one."""
    length, last = first_period(values, len(digits) - 1)
    return Period(int(length), int(last)) if length else None
