"""How heaps are written: `3,4,5`, and `@1` behind them where seat 1 is to move."""

import re

from kibitz.core.game import Game
from kibitz.core.ink import Ink, ink, lines


def heaps_text(heaps: list[int], seat: int) -> str:
    """The heaps of a position, `0` if there are none."""
    return (",".join(map(str, heaps)) or "0") + ("@1" if seat else "")


def read_heaps(game: Game, text: str, most_heaps: int, largest: int) -> tuple[list[int], int]:
    """The heaps and the seat that `text` says, checked against what the game can hold."""
    heaps_part, at, seat = text.strip().partition("@")
    if at and seat not in ("0", "1"):
        raise game.refuse(text, f"seat '{seat}' is not 0 or 1", len(heaps_part) + 2)
    heaps, column = [], 1
    for part in heaps_part.split(","):
        if not re.fullmatch(r"\s*\d{1,9}\s*", part, re.ASCII):
            raise game.refuse(text, f"'{part.strip()}' is not a number of counters", column)
        if int(part) > largest:
            raise game.refuse(text, f"a heap of {int(part)} is larger than {largest}", column)
        heaps.append(int(part))
        column += len(part) + 1
    if len(heaps) > most_heaps:
        raise game.refuse(text, f"it has {len(heaps)} heaps, more than {most_heaps}")
    return heaps, int(seat or 0)


def heaps_picture(heaps: list[int]) -> Ink:
    """A row of counters for each heap."""
    return lines(
        f"  {number:>2}  " + ink("●" * heap or "-", "third") + f"  {heap}"
        for number, heap in enumerate(heaps or [0], 1)
    )
