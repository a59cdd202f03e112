"""The sizes that are solved, for each street: few, so that a decision takes a second.

Bets are parts of the pot and all in where that is not far more than the pot. On the river a
solution has more sizes, since nothing follows, and all in up to ten pots.
"""

from typing import Final

from kibitz.games.holdem.solver.spot import Menu, parse_sizes

ALL_IN: Final = "allin:150"
FAR: Final = "allin:1000"  # on the river, where the best hands are worth more by it


def _menu(bets: str, raises: str, most: int) -> Menu:
    return Menu(parse_sizes(bets, "bets"), parse_sizes(raises, "raises"), most)


EMPTY = Menu((), ())
FLOP = _menu(f"33,75,{ALL_IN}", f"75,{ALL_IN}", 3)
TURN = _menu(f"75,{ALL_IN}", f"75,{ALL_IN}", 2)
# In solutions that begin on the turn: without raises they take half the time, and what is played
# on the turn loses less than a thousandth of the pot by it. The river itself is solved anew.
RIVER_LATER = _menu(f"75,{ALL_IN}", "", 1)
RIVER = _menu(f"33,75,150,{FAR}", f"75,{FAR}", 3)
FLOP_ALONE = (FLOP, EMPTY, EMPTY)
FROM_TURN = (EMPTY, TURN, RIVER_LATER)
FROM_RIVER = (EMPTY, EMPTY, RIVER)
# Games with few raises know half the pot, the pot and all in.
FEW_FLOP_ALONE = (_menu(f"50,100,{ALL_IN}", f"100,{ALL_IN}", 3), EMPTY, EMPTY)
FEW_FROM_TURN = (EMPTY, _menu(f"50,{ALL_IN}", f"100,{ALL_IN}", 2), RIVER_LATER)
FEW_FROM_RIVER = (EMPTY, EMPTY, _menu(f"50,100,{FAR}", f"100,{FAR}", 3))
# The whole flop: one size, to the end.
FROM_FLOP = (
    _menu(f"75,{ALL_IN}", f"75,{ALL_IN}", 2),
    _menu(f"75,{ALL_IN}", f"{ALL_IN}", 2),
    _menu(f"75,{ALL_IN}", f"{ALL_IN}", 2),
)
