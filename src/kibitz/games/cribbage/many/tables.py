"""Makes the tables of three and four: `python -m kibitz.games.cribbage.many.tables`.

Throws that are best answers without pegging give players to simulate; many hands of the
careful rule, thrown partly at random, teach what each keep pegs in each role; with that the
throws are solved again; hands of experts say how much of the promised pegging comes, and
their law fills the table of winning. The same seeds make the same tables, in a few minutes of
one core. The files go into the folder named first, or into `data`: `three_` and `four_`
`choices`, `pegging`, `pegging_roots` and `winning`. Numbers of players may follow the folder.
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kibitz.core.seeds import generator, stream
from kibitz.games.cribbage.many.equilibrium import settled, solve
from kibitz.games.cribbage.many.hands import Bytes, Floats, Ints
from kibitz.games.cribbage.many.lore import LEARNED, NAMES, WIN_SIZES, ManyLore, lore_of, plain_lore
from kibitz.games.cribbage.many.selfplay import (
    BY_HEART,
    CURIOUS,
    MOST_EVENTS,
    ROLES,
    RULE,
    WEIGH,
    ManyStyle,
    hands_of,
)
from kibitz.games.cribbage.many.weighing import TO_THE_END
from kibitz.games.cribbage.many.winning import win_three
from kibitz.games.cribbage.pegging.pegging import Learned, fitted
from kibitz.games.cribbage.table.rules import DEAL, NONE, TARGET, Cribbage
from kibitz.games.cribbage.throwing.endgame import keep_of
from kibitz.games.cribbage.throwing.features import rank_counts
from kibitz.games.cribbage.throwing.keeps import FOLDER, KEEPS
from kibitz.games.cribbage.winning.outcomes import Outcomes
from kibitz.games.cribbage.winning.tables import say
from kibitz.games.cribbage.winning.winning import law_of, win_table

LEARNED_SEED = 1211
EXPERT_HANDS = {3: 12_000, 4: 8_000}  # for how much of it comes, and for winning
EXPERT_SEED = 1212
PUPIL = ManyStyle(CURIOUS, RULE, 0, 0, 0, 0)
STRONG = ManyStyle(BY_HEART, WEIGH, 32, TO_THE_END, 0, 0)


class PlayedHands(NamedTuple):
    """Hands played out."""

    events: Ints  # in order, behind their number
    kept: Ints  # by role
    net: Floats  # by role, pegged less what the others pegged


def played(players: int, hands: int, style: ManyStyle, lore: ManyLore, seed: int) -> PlayedHands:
    """Hands of players of one style."""
    fresh = Cribbage(DEAL, players, 0, 0, 0, NONE, *[0] * 19)
    seeds = generator(seed, players).integers(0, 1 << 62, hands)
    events = np.zeros((hands, MOST_EVENTS + 1), np.int64)
    kept, points = np.zeros((hands, ROLES), np.int64), np.zeros((hands, ROLES), np.int64)
    styles, plain = np.array([style] * players, np.int64), plain_lore(players)
    luck = stream(seed, players, 1)
    hands_of(fresh, seeds, styles, lore, plain, luck, events, kept, points)
    return PlayedHands(events, kept, net_points(points, players))


def net_points(points: Ints, players: int) -> Floats:
    """What each role pegged for its side, less the mean of the other sides."""
    if players == 4:
        side = (points[:, [0, 1]] + points[:, [2, 3]]).astype(np.float64)
        return np.asarray((side - side[:, ::-1])[:, [0, 1, 0, 1]])
    three = points[:, :3].astype(np.float64)
    return np.asarray(1.5 * three - 0.5 * three.sum(axis=1, keepdims=True))


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


def win_four(events: Ints) -> Floats:
    """The chance of the dealer's side by scores, its own first, laid out in one row."""
    points, side = events[:, 1:] // ROLES, events[:, 1:] % 2
    signed = np.where(side == 0, points, -points)
    law = law_of(Outcomes(np.hstack([events[:, :1], signed]), np.zeros((0, 3), np.int64)))
    return win_table(law).ravel()


def law_of_three(events: Ints) -> tuple[Ints, Ints]:
    """By role, points and hand the place of the event that reaches them; and totals."""
    roles, points = events[:, 1:] % ROLES, events[:, 1:] // ROLES
    times = np.full((3, TARGET + 1, len(events)), 10_000, np.int64)
    totals = np.zeros((3, len(events)), np.int64)
    for role in range(3):
        sums = np.where(roles == role, points, 0).cumsum(axis=1)
        totals[role] = sums[:, -1]
        for needed in range(1, TARGET + 1):
            reached = sums >= needed
            times[role, needed] = np.where(reached.any(axis=1), reached.argmax(axis=1), 10_000)
    return times, totals


def make_tables(players: int, folder: Path) -> None:
    """Make the tables of so many players and write them down."""
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
    win = win_four(found.events) if players == 4 else win_three(*law_of_three(found.events))
    write(folder, NAMES[players], choices, learned, win)


def write(folder: Path, name: str, choices: Bytes, learned: list[Learned], win: Floats) -> None:
    """Write all tables of so many players."""
    np.save(folder / f"{name}_choices.npy", choices)
    np.save(folder / f"{name}_winning.npy", win.astype(np.float32))
    values, roots = zip(*learned, strict=True)
    np.save(folder / f"{name}_pegging.npy", np.array(values, np.float32))
    np.save(folder / f"{name}_pegging_roots.npy", np.array(roots, np.float32))


def main() -> None:
    """Make all tables in the folder that is named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for players in (int(text) for text in sys.argv[2:] or NAMES):
        make_tables(players, folder)


if __name__ == "__main__":
    main()
