"""Put right what the forests say: `python -m kibitz.games.bluff.correcting [PLAYERS...]`.

A forest that is right on the whole is off in some companies: a claim of 75 % is too much where
all are naive, who seldom come to such claims. Which company it is shows in the signs. So a
second, small forest sees them beside what the first one says, and adds to it. It is grown on
games that the first has not seen, and not towards the truth of each claim but towards the mean
of what was off in its company and tenth of beliefs: there are thousands of claims in those, and
luck is hardly among what it learns. Every company and tenth weighs the same. Claims that another
seat has already let stand are a group of their own besides: what that tells hangs on who it was.
(Calibration in every one of many groups at once: Hebert-Johnson and others, 2018.)

The modelling players decide by the belief of before, so a run on games of today's belief goes on
where the last one ended.
"""

import sys

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.bluff.belief import BASE, FEATURE, FEWEST_PLAYERS, LEAF, THRESHOLD
from kibitz.games.bluff.contest import TENTHS
from kibitz.games.bluff.forest import Floats, Forest, Numbers, Pull, Whole, forest_odds, grown
from kibitz.games.bluff.learning import SECOND, save
from kibitz.games.bluff.material import Material, Singles, material
from kibitz.games.bluff.signs import NAMES

GAMES = {2: 2000, 3: 32_000, 4: 5000, 5: 1000, 6: 800}  # of each company, by players
ROOM = {2: 4000, 3: 8000, 4: 4000, 5: 1800, 6: 1500}  # claims of each company and tenth
SEED, TREES, RATE, LEAST = 990_001, 100, 0.2, 60.0
LET_STAND = NAMES.index("seats that let the claim stand")
FULL = 400  # rows of a group that weighs in full; smaller ones weigh less


@kernel
def fill_odds(
    signs: Singles, base: float, feature: Numbers, threshold: Numbers, leaf: Numbers, out: Floats
) -> None:
    """Write what a forest says of each row."""
    row = np.empty(signs.shape[1])
    for i in range(len(signs)):
        row[:] = signs[i]
        out[i] = forest_odds(row, base, feature, threshold, leaf)


def said_first(players: int, signs: Singles) -> Floats:
    """What the first forest of so many players says of each row."""
    which, out = players - FEWEST_PLAYERS, np.empty(len(signs))
    forest = float(BASE[which]), FEATURE[which], THRESHOLD[which], LEAF[which]
    fill_odds(signs, *forest, out)
    return out


def without_luck(mean: Floats, variance: Floats) -> Floats:
    """Means less what of them is likely to be luck (the positive part of James and Stein)."""
    size = np.maximum(np.abs(mean), 1e-9)
    return np.sign(mean) * np.maximum(size - variance / size, 0.0)


def by_groups(found: Material, parted: Whole | None = None) -> Pull:
    """The pull of each row by how far its company and tenth of beliefs is off.

    Where rows are parted in two (0 or 1), half of it is by how far each part of those is off.
    """

    def pull(chance: Floats) -> tuple[Floats, Floats]:
        said = chance + (1.0 - chance) * found.rates
        group = TENTHS * found.company + np.minimum((said * TENTHS).astype(np.int64), TENTHS - 1)
        groupings = [group] if parted is None else [group, 2 * group + parted]
        pulls = [_group_pull(found, said, each) for each in groupings]
        gradient, worth = (sum(each) / len(pulls) for each in zip(*pulls, strict=True))
        return gradient, worth * chance * (1.0 - chance)

    return pull


def _group_pull(found: Material, said: Floats, group: Whole) -> tuple[Floats, Floats]:
    """The pull of each row by how far its group is off, and what the row is worth."""
    groups, misses = int(group.max()) + 1, found.stands_for * (found.lies - said)
    claims = np.maximum(np.bincount(group, found.stands_for, groups), 1e-9)
    mean = np.bincount(group, misses, groups) / claims
    variance = np.bincount(group, misses**2, groups) / claims**2
    full = np.minimum(np.bincount(group, minlength=groups) / FULL, 1.0)
    worth = found.stands_for * (full / claims)[group]
    worth /= worth.mean()
    return worth * without_luck(mean, variance)[group], worth


def corrected(players: int, found: Material) -> Forest:
    """The second forest of so many players."""
    first = said_first(players, found.signs)
    signs = np.column_stack([found.signs, first.astype(np.float32)])
    has_stood = (found.signs[:, LET_STAND] > 0).astype(np.int64)
    return grown(signs, first, by_groups(found, has_stood), TREES, RATE, LEAST)


def correct(players: int, seed: int) -> None:
    """Grow the second forest of so many players and keep it."""
    found = material(players, GAMES[players], ROOM[players], seed)
    sys.stderr.write(f"{len(found.lies):,} claims\n")
    save(players, corrected(players, found), SECOND)


if __name__ == "__main__":
    for number in map(int, sys.argv[1:] or GAMES):
        correct(number, SEED)
