"""Makes every table that ships, from nothing: `python -m kibitz.games.cribbage.winning.tables`.

Throws that are best answers to each other without pegging give opponents to simulate; hands
of experts who throw nearly so teach what each keep pegs; with that the throws are solved
again; hands of experts who throw so say how much of the promised pegging comes; the throws are
solved once more by what is now known to come; and hands of experts who know all that, near the
end with regard to the score, fill the table of winning. It takes about ten minutes of one core,
and the same seeds make the same tables. The files go into the folder named first, or into `data`:
`choices.npy` (the model of throws), `throws.npy`, `keeps.npy`, `pegging.npy`, `pegging_roots.npy`
and `winning.npy`. A second folder keeps the hands behind the table of winning, so that a run goes
on where one before it stopped.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kibitz.games.cribbage.advice.levels import EXPERT
from kibitz.games.cribbage.pegging.lore import Lore, make_lore
from kibitz.games.cribbage.pegging.pegging import Learned, pegging_tables
from kibitz.games.cribbage.pegging.suspects import Floats
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.throwing.endgame import keep_of
from kibitz.games.cribbage.throwing.equilibrium import LATER_MIXES, masses, solve
from kibitz.games.cribbage.throwing.keeps import FOLDER, KEEPS
from kibitz.games.cribbage.throwing.model import packed, rank_hands, unpacked
from kibitz.games.cribbage.winning.ladder import style_of
from kibitz.games.cribbage.winning.nearend import aware_table
from kibitz.games.cribbage.winning.outcomes import outcomes

CHOSEN = ((16_000, 502), (8_000, 60_606))  # hands and seeds, for what chosen keeps peg


def say(text: str) -> None:
    """Tell how far the work is."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def lore_of(chosen: Floats, pegging: Floats) -> Lore:
    """Lore of such throws and such pegging, chances to win all even."""
    throws, keeps = zip(*(masses(rank_hands(), role) for role in chosen), strict=True)
    even = np.full((TARGET, TARGET), 0.5)
    return make_lore(np.array(throws), np.array(keeps), pegging, even, unpacked(packed(chosen)))


def first_throws() -> Floats:
    """Throws without regard to pegging."""
    chosen, changes = solve(np.zeros((2, KEEPS)))
    say(f"throws without pegging: the last round changed {100 * changes[-1]:.1f} % of them")
    return chosen


def later_throws(chosen: Floats, pegging: Floats) -> Lore:
    """Lore of throws with regard to what keeps peg."""
    say(f"pegging: pone {pegging[0].mean():+.2f}, dealer {pegging[1].mean():+.2f} on average")
    chosen, changes = solve(pegging, LATER_MIXES, chosen)
    say(f"throws with pegging: the last round changed {100 * changes[-1]:.1f} % of them")
    return lore_of(chosen, pegging)


def rounded(lore: Lore) -> Lore:
    """The lore as it will be read from files."""
    tables = (lore.throws, lore.keeps, lore.pegging, lore.win)
    short = [array.astype(np.float32).astype(np.float64) for array in tables]
    return make_lore(short[0], short[1], short[2], short[3], lore.models)


def win_of(lore: Lore, folder: Path) -> Floats:
    """The table of winning of experts with such lore; the folder keeps their hands."""
    win = aware_table(folder, lore)
    for score in (0, 100, 110, 113, 120):
        say(f"the dealer at {score}-{score} wins {win[score, score]:.4f}")
    return win


def calibrated(
    learned: tuple[Learned, Learned], lore: Lore, hands: int, seed: int, share: float
) -> tuple[Learned, Learned]:
    """What keeps peg, made to agree with hands of experts who chose them.

    A throw is chosen partly since its keep promises much, and so promises too much: what came
    is fitted by a line on what was promised, rounded to two decimals. Whoever then believes
    less in promises throws otherwise, and so it is fitted again; `share` says how much of a
    fit is taken over.
    """
    style = style_of(EXPERT)._replace(aware=0)
    played = outcomes(hands, style, style, lore, seed)
    lines = []
    for role, (one, net) in enumerate(zip(learned, played.net_pegged, strict=True)):
        promised = lore.pegging[role][[int(keep_of(int(kept))) for kept in played.kept[:, role]]]
        slope = round(float(np.polyfit(promised, net, 1)[0]), 2)
        start = round(float(net.mean() - slope * promised.mean()), 2)
        say(f"pegging of role {role}: {start:+.2f} and {slope:.2f} of what was promised")
        lines.append(Learned(one.values + share * (start + (slope - 1) * one.values), one.root))
    return lines[0], lines[1]


def repacked(lore: Lore) -> Floats:
    """The chances of the models by role, rank hand and place."""
    chosen = np.zeros((2, len(rank_hands()), 15))
    for role, model in enumerate(lore.models):
        numbers = np.repeat(np.arange(len(model.starts) - 1), np.diff(model.starts))
        chosen[role, numbers, model.places] = model.chances
    return chosen


def write(folder: Path, lore: Lore, learned: tuple[Learned, Learned], win: Floats) -> None:
    """Write all tables."""
    np.save(folder / "choices.npy", packed(repacked(lore)))
    tables = {
        "throws": lore.throws,
        "keeps": lore.keeps,
        "pegging": np.array([role.values for role in learned]),
        "pegging_roots": np.array([role.root for role in learned]),
        "winning": win,
    }
    for name, array in tables.items():
        np.save(folder / f"{name}.npy", array.astype(np.float32))


def make_tables(folder: Path, hands: Path) -> None:
    """Make the tables and write them; the hands behind the table of winning are kept."""
    chosen = first_throws()
    learned = pegging_tables(lore_of(chosen, np.zeros((2, KEEPS))))
    lore, done = later_throws(chosen, np.array([role.values for role in learned])), 0
    for number, seed in CHOSEN:
        done += number
        learned = calibrated(learned, believed(lore, learned), number, seed, number / done)
    lore = settled(believed(lore, learned))
    write(folder, lore, learned, win_of(lore, hands))


def settled(lore: Lore) -> Lore:
    """Lore of throws that are best answers to each other by what is believed in the end.

    Without this the model would throw as players who believe in more pegging than experts do.
    """
    return rounded(later_throws(repacked(lore), lore.pegging))


def believed(lore: Lore, learned: tuple[Learned, Learned]) -> Lore:
    """Lore of players who believe in such pegging."""
    return rounded(lore._replace(pegging=np.array([role.values for role in learned])))


def main() -> None:
    """Make the tables in the folders that are named."""
    named = [Path(text) for text in sys.argv[1:]]
    with TemporaryDirectory() as passing:
        make_tables(*(named + [FOLDER, Path(passing)][len(named) :]))


if __name__ == "__main__":
    main()
