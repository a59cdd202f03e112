"""Makes every table that ships, from nothing: `python -m kibitz.games.cribbage.winning.tables`.

An equilibrium of throws without pegging gives opponents to simulate; their hands give
what each keep pegs; with that the equilibrium is solved again; and hands of such players
fill the table of winning. It takes some minutes. The files go into the folder named as
the only argument, or into `data`: `throws.npy`, `keeps.npy`, `pegging.npy` and
`winning.npy`.
"""

import sys
from pathlib import Path

import numpy as np

from kibitz.games.cribbage.pegging.lore import make_lore
from kibitz.games.cribbage.pegging.pegging import pegging_table
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.throwing.equilibrium import solve
from kibitz.games.cribbage.throwing.keeps import FOLDER, KEEPS
from kibitz.games.cribbage.winning.outcomes import SOUND, outcomes
from kibitz.games.cribbage.winning.winning import win_table

HANDS, SEED = 40_000, 2029  # for the table of winning


def say(text: str) -> None:
    """Tell how far the work is."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def main() -> None:
    """Make the four tables and write them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    even = np.full((TARGET, TARGET), 0.5)
    nothing = np.zeros((2, KEEPS))
    throws, keeps, values = solve(nothing)
    say(f"throws without pegging: the dealer is {values[-1]:.3f} points ahead")
    pegging = pegging_table(make_lore(throws, keeps, nothing, even))
    say(f"pegging: pone {pegging[0].mean():+.2f}, dealer {pegging[1].mean():+.2f} on average")
    throws, keeps, values = solve(pegging)
    say(f"throws with pegging: the dealer is {values[-1]:.3f} points ahead")
    win = win_table(outcomes(HANDS, SOUND, SOUND, make_lore(throws, keeps, pegging, even), SEED))
    for score in (0, 100, 110, 113, 120):
        say(f"the dealer at {score}-{score} wins {win[score, score]:.4f}")
    for name, array in (
        ("throws", throws),
        ("keeps", keeps),
        ("pegging", pegging),
        ("winning", win),
    ):
        np.save(folder / f"{name}.npy", array.astype(np.float32))


if __name__ == "__main__":
    main()
