"""Amounts of money as whole chips: what a file writes with decimals is scaled, exactly.

The unit is one where all amounts are whole. Otherwise, and where a stack has more chips than
a table holds, it is the largest amount of which all others are multiples: nothing is rounded.
"""

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import chain, islice
from math import gcd
from typing import Any, TypeAlias

from kibitz.errors import BadRecord
from kibitz.games.holdem.table.position import CHIPS

Amount: TypeAlias = int | Decimal
ONE = Decimal(1)
DIGITS = 15
MOST = 10**DIGITS  # of money at a table
_KINDS = {int, Decimal}
FINENESS = (100, 100_000, 100_000_000)  # parts of one, tried in turn


def amounts(fields: dict[str, Any], name: str) -> list[Amount]:
    """A field that lists amounts; a stack may be endless."""
    found = fields.get(name)
    if not isinstance(found, list) or not found or not are_amounts(found):
        raise BadRecord(f"the field '{name}' is missing or not a list of amounts")
    return found


def are_amounts(values: list[Any]) -> bool:
    """Whether all are numbers of money; where none is endless, as in most, it is told at once."""
    if not set(map(type, values)) <= _KINDS:
        return False
    try:
        is_small = bool(min(values) >= -MOST and max(values) <= MOST)
    except ArithmeticError:  # one is no number
        return False
    return is_small or all(map(is_amount, values))


def is_amount(value: object) -> bool:
    """Whether a value is a number of money: endless, or one that people could have."""
    if type(value) is not int and not (isinstance(value, Decimal) and not value.is_nan()):
        return False
    return abs(value) <= MOST or (isinstance(value, Decimal) and value.is_infinite())


def is_endless(values: list[Amount]) -> bool:
    """Whether one of some amounts has no end: then it is more than any other may be."""
    return bool(max(values) > MOST or min(values) < -MOST)


def amount_of(word: str) -> Amount:
    """The amount of a bet."""
    if word.isdecimal() and word.isascii() and len(word) <= DIGITS:
        return int(word)
    try:
        found = Decimal(word)
    except ArithmeticError:
        raise BadRecord(f"'{word}' is not an amount") from None
    if not found.is_finite() or abs(found) > MOST:
        raise BadRecord(f"'{word}' is not an amount")
    return found


def in_chips(given: Sequence[Sequence[Amount]]) -> tuple[Decimal, list[list[int]]]:
    """The unit in which all these amounts are whole numbers of chips, and those numbers."""
    flat = list(chain.from_iterable(given))
    if set(map(type, flat)) == {int} and max(flat) <= CHIPS:
        return ONE, given  # type: ignore[return-value]
    fine, chips = _scaled(flat)
    common = gcd(*chips)
    whole = common % fine == 0 and max(chips) <= CHIPS * fine
    by = fine if whole else common or 1
    if max(chips) > CHIPS * by:
        raise BadRecord(f"its largest stack is more than {CHIPS} of its smallest amounts")
    counts = iter([count // by for count in chips])
    return _unit(by, fine), [list(islice(counts, len(some))) for some in given]


@lru_cache(maxsize=1024)
def _unit(by: int, fine: int) -> Decimal:
    return (Decimal(by) / fine).normalize()


def _scaled(given: list[Amount]) -> tuple[int, list[int]]:
    """Amounts in tenths, hundredths and so on, as fine as they need, and how fine that is."""
    for fine in FINENESS:
        products = [amount * fine for amount in given]
        scaled = list(map(int, products))
        if scaled == products:
            return fine, scaled
    raise BadRecord(f"its amounts are finer than {1 / FINENESS[-1]}")


def unit_text(unit: Decimal) -> str:
    """The unit as people write it.

    >>> unit_text(Decimal("0.05")), unit_text(Decimal("1E+2"))
    ('0.05', '100')
    """
    return f"{unit:f}"
