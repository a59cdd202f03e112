"""How the betting went so far, as text: `1-0-/201/6/18`.

Who raised last before the flop, on the flop, the turn and the river (`-` nobody), how many
raises the streets that are over had (3 for more, too; the big blind counts as one), and
what each seat had paid when the flop and the turn came.
"""

import re

from kibitz.games.holdem.table.position import (
    CHIP_BITS,
    CHIPS,
    FLOP,
    LINE_LEVELS,
    LINE_RAISES,
    PREFLOP,
    RAISER_BITS,
    RAISES_BITS,
    RIVER,
    TURN,
    Holdem,
    past_raises,
    raiser,
)

_LINE = re.compile(r"([0-9-]{4})/([0-3]{3})/(\d{1,7})/(\d{1,7})")


def line_text(p: Holdem) -> str:
    """The line of a position; nothing told is an empty text."""
    if p.line == 0:
        return ""
    last = [int(raiser(p, stage)) for stage in range(PREFLOP, RIVER + 1)]
    counts = [int(past_raises(p, stage)) for stage in range(PREFLOP, RIVER)]
    levels = [p.line >> LINE_LEVELS + CHIP_BITS * i & CHIPS for i in range(2)]
    who = "".join("-" if seat < 0 else str(seat) for seat in last)
    return f"{who}/{''.join(map(str, counts))}/{levels[0]}/{levels[1]}"


def parse_line(text: str, seats: int) -> int | None:
    """The field `line` that `line_text` writes so; None for another text."""
    found = _LINE.fullmatch(text)
    if found is None or any(who != "-" and int(who) >= seats for who in found[1]):
        return None
    if max(int(found[3]), int(found[4])) > CHIPS:
        return None
    line = int(found[3]) << LINE_LEVELS | int(found[4]) << LINE_LEVELS + CHIP_BITS * (TURN - FLOP)
    for i, who in enumerate(found[1]):
        line |= (0 if who == "-" else int(who) + 1) << RAISER_BITS * i
    for i, count in enumerate(found[2]):
        line |= int(count) << LINE_RAISES + RAISES_BITS * i
    return line
