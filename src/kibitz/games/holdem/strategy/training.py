"""Train the balanced player: `python -m kibitz.games.holdem.strategy.training [DEALS]`.

Writes the tables that are part of the package: one for no-limit, over stacks from 7 to 100
big blinds, and one for fixed limits.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from kibitz.core.seeds import stream
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.strategy.regrets import Floats, Ints, Sheets, learn
from kibitz.games.holdem.strategy.spots import CHOICES, ROWS
from kibitz.games.holdem.table.betting import Betting
from kibitz.games.holdem.table.position import FIXED, NO_LIMIT, PREFLOP

STEPS = 100  # after each of the first half, older regrets count less
PIECE = 1000  # deals until a kernel returns, so that an interrupt is heard
DEALS, SEED = 16_000_000, 1
STACKS = (200, 200, 200, 200, 120, 80, 50, 30, 14)  # in chips; the blinds are 1 and 2
HOME = Path(__file__).parent
FILES = {NO_LIMIT: HOME / "balanced.npz", FIXED: HOME / "limit.npz"}


def starts(kind: int, stacks: tuple[int, ...]) -> Ints:
    """The betting when the button is to act first, a row a stack."""
    rows = [Betting(kind, 2, stack, stack, PREFLOP, 1, 2, 1, 0, 2, 2, 1, 0, 0) for stack in stacks]
    return np.array(rows, np.int64)


def blank(sides: int) -> Sheets:
    """Sheets on which nothing is written."""
    regrets, played = (np.zeros((sides, ROWS, CHOICES)) for _ in range(2))
    return Sheets(regrets, played, np.zeros((1, CHOICES)), np.zeros(1))


def train(
    sheets: Sheets,
    begin: Ints,
    deals: int,
    seed: int,
    is_modelled: bool,
    watch: Callable[[int], None] | None = None,
) -> None:
    """Learn from so many deals; `watch` is told how many are done."""
    each = -(-deals // STEPS)
    for step in range(STEPS):
        done, cards, luck = step * each, np.arange(CARDS), stream(seed, step)
        end = min(done + each, deals)
        for at in range(done, end, PIECE):
            learn(begin, min(PIECE, end - at), at, is_modelled, sheets, cards, luck)
        if step < STEPS // 2 and not is_modelled:  # an answer begins with what is known
            sheets.regrets[:] *= (step + 1) / (step + 2)
        if watch is not None:
            watch(end)


def normalised(played: Floats) -> Floats:
    """How often each choice was played; rows that were never seen stay empty."""
    odds: Floats = played / np.maximum(played.sum(axis=1, keepdims=True), 1e-12)
    return odds


def save(path: Path, played: Floats) -> None:
    """Keep a strategy in whole parts of 255."""
    np.savez_compressed(path, odds=np.round(255.0 * normalised(played)).astype(np.uint8))


def main(deals: int) -> None:
    """Train both tables, telling how far it is."""
    for kind, stacks in ((NO_LIMIT, STACKS), (FIXED, STACKS[:1])):
        sheets, name = blank(1), FILES[kind].name
        whole = deals if kind == NO_LIMIT else deals // 4

        def tell(done: int, name: str = name, whole: int = whole) -> None:
            sys.stderr.write(f"\r{name}: {done:,} of {whole:,} deals")

        train(sheets, starts(kind, stacks), whole, SEED, False, tell)
        save(FILES[kind], sheets.played[0])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
