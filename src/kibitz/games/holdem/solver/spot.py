"""A spot to be solved: board, two ranges, chips, and the sizes of bets for each street.

>>> [str(size) for size in parse_sizes("50, 100%, allin, 120c", "bets")]
['50', '100', 'allin', '120c']

A size is a percentage of the pot after calling, `allin`, or a number of chips (`120c`) to
which the bettor raises his bet on the street. Chips are whole numbers.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kibitz.core.cards import CARDS, card_text, cards_text, parse_cards
from kibitz.errors import BadValue, KibitzError
from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.cards.ranges import Range, parse_range

STREETS = ("flop", "turn", "river")
SEATS = ("oop", "ip")
MOST_CHIPS = 10_000_000  # 32-bit floats tell single chips apart up to here
_SIZE = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*([%c]?)", re.IGNORECASE)
_ALL_IN = ("allin", "all-in", "a")


class Size(NamedTuple):
    """How much a bet or raise is: `value` in percent or in chips; all in without either."""

    value: float
    unit: str  # "%", "c" or "allin"

    def __str__(self) -> str:
        if self.unit == "allin":
            return self.unit
        return np.format_float_positional(self.value, trim="-") + self.unit.strip("%")


class Menu(NamedTuple):
    """The sizes of one street: `bets` where nobody has bet on it yet, else `raises`."""

    bets: tuple[Size, ...]
    raises: tuple[Size, ...]


@dataclass(frozen=True)
class Spot:
    """What is solved. The first seat (OOP) acts first on every street."""

    board: tuple[int, ...]
    oop: Range
    ip: Range
    pot: int
    stack: int
    menus: tuple[Menu, Menu, Menu]  # flop, turn, river

    def __post_init__(self) -> None:
        _check_board(self.board)
        _check_chips(self.pot, "pot")
        _check_chips(self.stack, "stack")
        for name, weights in zip(SEATS, self.ranges, strict=True):
            if not weights.without(self.board).combos.size:
                on_board = cards_text(self.board)
                raise BadValue(f"the range of {name} has no hand left beside the board {on_board}")
        if not _can_be_dealt(self.oop.without(self.board), self.ip.without(self.board)):
            raise BadValue("the two ranges cannot be dealt together: they share their cards")

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
    pot: int,
    stack: int,
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
    if item.lower() in _ALL_IN:
        return Size(0.0, "allin")
    found = _SIZE.fullmatch(item)
    if not found:
        raise BadValue(f"'{item}' in {what} is not a size; write 50 (% of the pot), 120c, allin")
    value, unit = float(found[1]), found[2].lower() or "%"
    if value <= 0 or (unit == "c" and value != int(value)):
        raise BadValue(f"the size '{item}' in {what} is not above zero in whole chips")
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


def _check_chips(chips: int, what: str) -> None:
    if not 1 <= chips <= MOST_CHIPS:
        raise BadValue(f"the {what} of {chips} chips is not between 1 and {MOST_CHIPS}")


def _can_be_dealt(oop: Range, ip: Range) -> bool:
    """Whether some two combos share no card: all pairs, less those with a card in common."""
    mine, theirs = oop.combos, ip.combos
    counts = [np.bincount(COMBO_CARDS[c].ravel(), minlength=CARDS) for c in (mine, theirs)]
    same = np.count_nonzero((oop.weights > 0) & (ip.weights > 0))
    return bool(len(mine) * len(theirs) - int(counts[0] @ counts[1]) + same > 0)
