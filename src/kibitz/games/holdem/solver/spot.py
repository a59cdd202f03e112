"""A spot to be solved: board, two ranges, chips, and the sizes of bets for each street.

>>> [str(size) for size in parse_sizes("50, 100%, allin, allin:200, 120c", "bets")]
['50', '100', 'allin', 'allin:200', '120c']

A size is a percentage of the pot after calling, `allin` (`allin:200` only where that is at
most 200 % of the pot), or a number of chips (`120c`) to which the bettor raises his bet on
the street. Chips have at most four decimals; inside they are counted in whole units.

>>> decimals_of(97.5), chips_text(275, 100)
(1, '2.75')
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

import numpy as np

from kibitz.core.cards import CARDS, card_text, cards_text, parse_cards
from kibitz.errors import BadValue, KibitzError
from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.cards.ranges import Range, parse_range

STREETS = ("flop", "turn", "river")
SEATS = ("oop", "ip")
MOST_CHIPS = 10_000_000  # 32-bit floats tell single chips apart up to here
MOST_DECIMALS = 4
LEAST_DECIMALS = 2  # of chips that are not whole: half of 5.5 is 2.75
_SIZE = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*([%c]?)", re.IGNORECASE)
_ALL_IN = re.compile(r"(?:allin|all-in|a)(?::(\d+(?:\.\d*)?)%?)?", re.IGNORECASE)


class Size(NamedTuple):
    """How much a bet or raise is: `value` in percent or in chips.

    All in is without either, or the most percent of the pot at which it is offered.
    """

    value: float
    unit: str  # "%", "c" or "allin"

    def __str__(self) -> str:
        number = np.format_float_positional(self.value, trim="-")
        if self.unit == "allin":
            return f"{self.unit}:{number}" if self.value else self.unit
        return number + self.unit.strip("%")


class Menu(NamedTuple):
    """The sizes of one street: `bets` where nobody has bet on it yet, else `raises`."""

    bets: tuple[Size, ...]
    raises: tuple[Size, ...]
    most: int = 0  # bets and raises on the street; 0 for as many as the stack allows


@dataclass(frozen=True)
class Spot:
    """What is solved. The first seat (OOP) acts first on every street.

    `played` is betting of the spot's own street that really happened, 0 for a check or call,
    else the amount bet or raised to: these sizes are in the tree there, whatever the menu,
    instead of sizes that come near them. The first `locked` of them are not decided again:
    the ranges are those after them.
    """

    board: tuple[int, ...]
    oop: Range
    ip: Range
    pot: float
    stack: float
    menus: tuple[Menu, Menu, Menu]  # flop, turn, river
    least: float = 0.0  # the smallest bet; 0 for one unit
    played: tuple[float, ...] = ()
    locked: int = 0

    def __post_init__(self) -> None:
        _check_board(self.board)
        _check_chips(self.pot, "pot")
        _check_chips(self.stack, "stack")
        if max(self.pot, self.stack) * self.unit > MOST_CHIPS:
            raise BadValue(
                f"a pot of {self.pot} and a stack of {self.stack} have too many digits to solve"
            )
        for name, weights in zip(SEATS, self.ranges, strict=True):
            if not weights.without(self.board).combos.size:
                on_board = cards_text(self.board)
                raise BadValue(f"the range of {name} has no hand left beside the board {on_board}")
        if not _can_be_dealt(self.oop.without(self.board), self.ip.without(self.board)):
            raise BadValue("the two ranges cannot be dealt together: they share their cards")

    @cached_property
    def unit(self) -> int:
        """How many units a chip has: 1 where all chips are whole."""
        sizes = (size for menu in self.menus for size in (*menu.bets, *menu.raises))
        chips = [size.value for size in sizes if size.unit == "c"]
        most = max(map(decimals_of, (self.pot, self.stack, self.least, *self.played, *chips)))
        return int(10 ** max(most, LEAST_DECIMALS)) if most else 1

    def units(self, chips: float) -> int:
        """Chips in whole units."""
        return round(chips * self.unit)

    @property
    def ranges(self) -> tuple[Range, Range]:
        return self.oop, self.ip

    @property
    def street(self) -> int:
        """Where it begins: 0 flop, 1 turn, 2 river."""
        return len(self.board) - 3


def parse_sizes(text: str, what: str) -> tuple[Size, ...]:
    """The sizes that `text` names, with commas between them; empty for none."""
    return tuple(_size(item.strip(), what) for item in text.split(",") if item.strip())


def make_spot(
    board: str | Sequence[int],
    oop: str | Range,
    ip: str | Range,
    pot: float,
    stack: float,
    bets: str = "50,100",
    raises: str = "100",
    by_street: Sequence[tuple[str | None, str | None]] = ((None, None),) * 3,
) -> Spot:
    """A checked spot from text; `by_street` has other bets and raises for flop, turn, river."""
    return Spot(
        _board(board) if isinstance(board, str) else tuple(board),
        parse_range(oop) if isinstance(oop, str) else oop,
        parse_range(ip) if isinstance(ip, str) else ip,
        pot,
        stack,
        menus_of(bets, raises, by_street),
    )


def menus_of(
    bets: str, raises: str, by_street: Sequence[tuple[str | None, str | None]]
) -> tuple[Menu, Menu, Menu]:
    """The menus of flop, turn and river; None stands for the sizes of all streets."""
    flop, turn, river = (
        Menu(
            parse_sizes(bets if own_bets is None else own_bets, "bets"),
            parse_sizes(raises if own_raises is None else own_raises, "raises"),
        )
        for own_bets, own_raises in by_street
    )
    return flop, turn, river


def _size(item: str, what: str) -> Size:
    if whole := _ALL_IN.fullmatch(item):
        return Size(float(whole[1] or 0.0), "allin")
    found = _SIZE.fullmatch(item)
    if not found:
        raise BadValue(f"'{item}' in {what} is not a size; write 50 (% of the pot), 120c, allin")
    value, unit = float(found[1]), found[2].lower() or "%"
    if value <= 0:
        raise BadValue(f"the size '{item}' in {what} is not above zero")
    if unit == "c" and decimals_of(value) > MOST_DECIMALS:
        raise BadValue(f"the size '{item}' in {what} has more than {MOST_DECIMALS} decimals")
    return Size(value, unit)


def _board(text: str) -> tuple[int, ...]:
    try:
        return tuple(parse_cards(text))
    except KibitzError as error:
        raise BadValue(f"the board cannot be read: {error}") from None


def _check_board(board: tuple[int, ...]) -> None:
    if not 3 <= len(board) <= 5:
        raise BadValue(f"a board to solve has 3 to 5 cards; '{cards_text(board)}' has {len(board)}")
    for card in board:
        if board.count(card) > 1:
            raise BadValue(f"the card {card_text(card)} appears twice on the board")


def decimals_of(chips: float) -> int:
    """How many decimals an amount has, as it is written."""
    exponent = Decimal(str(chips)).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def chips_text(units: int, unit: int) -> str:
    """An amount in the user's chips, without needless zeros."""
    return f"{Decimal(units) / unit:f}"


def _check_chips(chips: float, what: str) -> None:
    if not 0 < chips <= MOST_CHIPS:
        raise BadValue(f"the {what} of {chips} chips is not above 0 and at most {MOST_CHIPS}")
    if decimals_of(chips) > MOST_DECIMALS:
        raise BadValue(f"the {what} of {chips} chips has more than {MOST_DECIMALS} decimals")


def _can_be_dealt(oop: Range, ip: Range) -> bool:
    """Whether some two combos share no card: all pairs, less those with a card in common."""
    mine, theirs = oop.combos, ip.combos
    counts = [np.bincount(COMBO_CARDS[c].ravel(), minlength=CARDS) for c in (mine, theirs)]
    same = np.count_nonzero((oop.weights > 0) & (ip.weights > 0))
    return bool(len(mine) * len(theirs) - int(counts[0] @ counts[1]) + same > 0)
