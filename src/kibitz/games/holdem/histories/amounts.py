"""Amounts of money as whole chips: what a file writes with decimals is scaled, exactly.

The unit is one where all amounts are whole. Otherwise, and where a stack has more chips than
a table holds, it is the largest amount of which all others are multiples: nothing is rounded.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from math import gcd
from typing import Any, TypeAlias

from kibitz.errors import BadRecord
from kibitz.games.holdem.table.position import CHIPS

Amount: TypeAlias = int | Decimal
ONE = Decimal(1)
_FINEST = 9  # places after the point


def amounts(fields: dict[str, Any], name: str) -> list[Amount]:
    """A field that lists amounts; a stack may be endless."""
    found = fields.get(name)
    if not isinstance(found, list) or not found or not all(map(is_amount, found)):
        raise BadRecord(f"the field '{name}' is missing or not a list of amounts")
    return found


def is_amount(value: object) -> bool:
    """Whether a value is a number, which need not be finite."""
    return type(value) is int or (isinstance(value, Decimal) and not value.is_nan())


def amount_of(word: str) -> Amount:
    """The amount of a bet."""
    if word.isdecimal() and word.isascii():
        return int(word)
    try:
        found = Decimal(word)
    except ArithmeticError:
        raise BadRecord(f"'{word}' is not an amount") from None
    if not found.is_finite():
        raise BadRecord(f"'{word}' is not an amount")
    return found


def unit_of(given: Iterable[Amount]) -> Decimal:
    """The unit in which all these are whole numbers of chips, none too many."""
    some = {abs(amount) for amount in given}
    if set(map(type, some)) == {int} and max(some) <= CHIPS:
        return ONE
    exact = [Decimal(amount).normalize() for amount in some if amount]
    places = max((-int(amount.as_tuple().exponent) for amount in exact), default=0)
    if places > _FINEST:
        raise BadRecord(f"its amounts have more than {_FINEST} places after the point")
    fine = Decimal(10) ** -max(places, 0)
    unit = fine * gcd(*(int(amount / fine) for amount in exact)) if exact else ONE
    if exact and max(exact) / unit > CHIPS:
        raise BadRecord(f"{max(exact)} is more than {CHIPS} chips of {unit}")
    return ONE if unit == int(unit) and max(exact, default=ONE) <= CHIPS else unit.normalize()


def chips_of(given: Sequence[Amount], unit: Decimal) -> list[int]:
    """Amounts in chips of a unit that divides them."""
    if unit is ONE:
        return list(map(int, given))
    return [int(amount / unit) for amount in given]


def unit_text(unit: Decimal) -> str:
    """The unit as people write it.

    >>> unit_text(Decimal("0.05")), unit_text(Decimal("1E+2"))
    ('0.05', '100')
    """
    return f"{unit:f}"
