"""Battleship: shots each way of shooting needs on uniform fleets, and how fast it shoots.

`GAMES` games a way (the posterior, slower by far, gets `POSTERIOR_GAMES`); processor time.
"""

import os
import time

import numpy as np

from kibitz.games.battleship.placement import touch_table
from kibitz.games.battleship.resistance import shots_needed
from kibitz.games.battleship.rules import TOUCH
from kibitz.games.battleship.solo import POSTERIOR, WAYS

GAMES = int(os.environ.get("BATTLESHIP_GAMES", "20000"))
POSTERIOR_GAMES = int(os.environ.get("BATTLESHIP_POSTERIOR_GAMES", "400"))
WORLDS, BUDGET = 1000, 2000
STANDARD = (5, 4, 3, 3, 2)


def main() -> None:
    """Print mean shots with their 95 % interval, games a second and time a shot."""
    for name, way in WAYS.items():
        shots_needed(way, 1, 0)  # compiles
        _report(name, way, GAMES)
    shots_needed(POSTERIOR, 1, 0, budget=10, samples=10)
    _report("posterior", POSTERIOR, POSTERIOR_GAMES, budget=BUDGET, samples=WORLDS)
    _placement()


def _report(name: str, way: int, games: int, **settings: int) -> None:
    began = time.process_time()
    shots = shots_needed(way, games, 1, **settings)  # type: ignore[arg-type]
    seconds = time.process_time() - began
    margin = 1.96 * shots.std() / np.sqrt(games)
    print(
        f"{name:10s} {shots.mean():7.2f} ± {margin:.2f} shots ({games:,} games)"
        f"  {games / seconds:8,.0f} games/s  {1e6 * seconds / shots.sum():8.1f} µs a shot"
    )


def _placement() -> None:
    touches = touch_table(STANDARD, 10, 10, TOUCH, 2000)
    corner, middle = touches[-1, 0], touches[-1, 44]
    print(f"a density shooter first hits A1h by shot {corner:.1f}, E5h by shot {middle:.1f}")


if __name__ == "__main__":
    main()
