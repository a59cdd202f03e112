"""Makes the tables of three and four: `python -m kibitz.games.cribbage.many.tables`.

Throws that are best answers without pegging give players to simulate; many hands of the
careful rule, thrown partly at random, teach what each keep pegs in each role; with that the
throws are solved again; hands of experts say how much of the promised pegging comes, and
their law, with three also what hands near the end change, fills the table of winning. The same
seeds make the same tables, in about ten minutes of one core. The files go into the folder named
first, or into `data`: `three_` and `four_` `choices`, `pegging`, `pegging_roots` and `winning`. A
second folder keeps the hands near the end, so that a run goes on where one before it stopped.
Numbers of players say which tables are made.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kibitz.games.cribbage.many.equilibrium import settled, solve
from kibitz.games.cribbage.many.hands import Bytes, Floats
from kibitz.games.cribbage.many.lore import LEARNED, NAMES, WIN_SIZES, ManyLore, lore_of
from kibitz.games.cribbage.many.nearend import aware_table
from kibitz.games.cribbage.many.outcomes import PlayedHands, law_of_four, played
from kibitz.games.cribbage.many.selfplay import BY_HEART, CURIOUS, RULE, WEIGH, ManyStyle
from kibitz.games.cribbage.many.weighing import TO_THE_END
from kibitz.games.cribbage.pegging.pegging import Learned, fitted
from kibitz.games.cribbage.throwing.endgame import keep_of
from kibitz.games.cribbage.throwing.features import rank_counts
from kibitz.games.cribbage.throwing.keeps import FOLDER, KEEPS
from kibitz.games.cribbage.winning.tables import say
from kibitz.games.cribbage.winning.winning import win_table

LEARNED_SEED = 1211
EXPERT_HANDS = {3: 12_000, 4: 8_000}  # for how much of it comes, and for winning
EXPERT_SEED = 1212
PUPIL = ManyStyle(CURIOUS, RULE, 0, 0, 0, 0)
STRONG = ManyStyle(BY_HEART, WEIGH, 32, TO_THE_END, 0, 0)


def learned_pegging(players: int, lore: ManyLore) -> list[Learned]:
    """What every keep pegs net, by role."""
    found = played(players, LEARNED, PUPIL, lore, LEARNED_SEED)
    return [fitted(rank_counts(found.kept[:, i]), found.net[:, i]) for i in range(players)]


def calibrated(learned: list[Learned], found: PlayedHands) -> list[Learned]:
    """What keeps peg, made to agree with hands of experts who chose them: a line for each role."""
    lines = []
    for role, one in enumerate(learned):
        promised = one.values[[int(keep_of(int(kept))) for kept in found.kept[:, role]]]
        net = found.net[:, role]
        slope = round(float(np.polyfit(promised, net, 1)[0]), 2)
        start = round(float(net.mean() - slope * promised.mean()), 2)
        say(f"pegging of role {role}: {start:+.2f} and {slope:.2f} of what was promised")
        lines.append(Learned(start + slope * one.values, slope * one.root))
    return lines


def make_tables(players: int, folder: Path, hands: Path) -> None:
    """Make the tables of so many players and write them down; hands near the end are kept."""
    chosen, changes = solve(np.zeros((players, KEEPS)))
    say(f"{players} players: the last round changed {100 * changes[-1]:.1f} % of all throws")
    even = np.full(WIN_SIZES[players], 0.5)
    lore = lore_of(settled(chosen), np.zeros((players, KEEPS)), even)
    learned = learned_pegging(players, lore)
    pegging = np.array([one.values for one in learned])
    chosen, changes = solve(pegging, chosen)
    say(f"with pegging the last round changed {100 * changes[-1]:.1f} %")
    choices = settled(chosen)
    lore = lore_of(choices, pegging, even)
    found = played(players, EXPERT_HANDS[players], STRONG, lore, EXPERT_SEED)
    learned = calibrated(learned, found)
    if players == 3:
        win = aware_table(found.events, lore, hands)
    else:
        win = win_table(law_of_four(found.events)).ravel()
    write(folder, NAMES[players], choices, learned, win)


def write(folder: Path, name: str, choices: Bytes, learned: list[Learned], win: Floats) -> None:
    """Write all tables of so many players."""
    np.save(folder / f"{name}_choices.npy", choices)
    np.save(folder / f"{name}_winning.npy", win.astype(np.float32))
    values, roots = zip(*learned, strict=True)
    np.save(folder / f"{name}_pegging.npy", np.array(values, np.float32))
    np.save(folder / f"{name}_pegging_roots.npy", np.array(roots, np.float32))


def main() -> None:
    """Make the tables in the folders that are named."""
    numbers = [int(text) for text in sys.argv[1:] if text.isdigit()]
    named = [Path(text) for text in sys.argv[1:] if not text.isdigit()]
    with TemporaryDirectory() as passing:
        for players in numbers or NAMES:
            make_tables(players, *(named + [FOLDER, Path(passing)][len(named) :]))


if __name__ == "__main__":
    main()
