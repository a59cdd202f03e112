"""Learn the belief in claims of one card: `python -m kibitz.games.bluff.learning [PLAYERS...]`.

Every company of so many honest, naive and modelling players plays games (see `material`), and
each company weighs the same. The modelling players of one run decide by the belief of the run
before. Writes the forests that are part of the package, one for each number of players; those
of numbers not named stay as they are. What they say is then put right by `correcting`.
"""

import sys

import numpy as np

from kibitz.games.bluff.belief import FEWEST_PLAYERS, FOREST
from kibitz.games.bluff.forest import Floats, Forest, Numbers, grown, odds_of, towards
from kibitz.games.bluff.material import Material, material

GAMES = {2: 6000, 3: 20_000, 4: 8000, 5: 4000, 6: 4000}  # of each company, by players
ROOM = 5000  # claims of each company and tenth
SEED, TREES, RATE, LEAST = 31, 600, 0.3, 1.0
FIRST, SECOND = "", "second_"  # what the parts of each kind of forest are called by


def rounded_up(threshold: Floats) -> Floats:
    """Thresholds for 32 bits: a value that was rounded down to one must stay on its side."""
    return np.nextafter(threshold.astype(np.float32), np.float32(np.inf)).astype(np.float64)


def with_trees(part: Numbers, trees: int, nothing: float) -> Numbers:
    """The forests of all numbers of players with so many trees; those added say nothing."""
    more = max(trees - part.shape[1], 0)
    return np.pad(part, ((0, 0), (0, more), (0, 0)), constant_values=nothing)


def save(players: int, forest: Forest, kind: str) -> None:
    """Keep the forest of so many players as part of the package, beside the others."""
    with np.load(FOREST) as kept:
        parts: dict[str, Numbers] = {name: kept[name] for name in kept.files}
    names = {"feature": 0, "threshold": np.inf, "leaf": 0.0}
    rounded = forest._replace(threshold=rounded_up(forest.threshold))._asdict()
    for name, nothing in names.items():
        part = with_trees(parts[kind + name], len(forest.leaf), nothing)
        part[players - FEWEST_PLAYERS] = nothing
        part[players - FEWEST_PLAYERS, : len(forest.leaf)] = rounded[name]
        parts[kind + name] = part
    if kind == FIRST:
        parts["base"][players - FEWEST_PLAYERS] = forest.base
    np.savez_compressed(FOREST, **parts)  # type: ignore[arg-type]


def alike(found: Material) -> Floats:
    """What each row weighs where every company weighs the same, 1 on average."""
    claims = np.bincount(found.company, found.stands_for)
    worth = found.stands_for / claims[found.company]
    return worth / worth.mean()  # type: ignore[no-any-return]


def learn(players: int, seed: int) -> None:
    """Grow the forest of so many players and keep it."""
    found = material(players, GAMES[players], ROOM, seed)
    sys.stderr.write(f"{len(found.lies):,} claims\n")
    pull = towards(found.lies, alike(found))
    forest = grown(found.signs, odds_of(found.lies), pull, TREES, RATE, LEAST)
    save(players, forest, FIRST)


if __name__ == "__main__":
    for number in map(int, sys.argv[1:] or GAMES):
        learn(number, SEED)
