"""What regard for the score changes near the end: measured by hands, score by score.

Far from the end experts play for points, and one law of hands fits every score. Nearer, they
throw and play for the chance to win, so that each pair of scores has a law of its own. Hands
are played from many pairs of scores, the more the nearer to the end, and `change` is how much
more often the dealer wins than by the plain law, smoothed over neighbouring scores. The luck
of the deals is taken out: a quick player for points plays the same deals, and it is known how
it does on average (a control variate). What follows a hand is looked up in the table that is
being made, so that the table is filled a few times over.

`python -m kibitz.games.cribbage.winning.nearend FOLDER [PIECES]` plays the hands piece by
piece and keeps them in the folder; pieces already there are not played again.
"""

import sys
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import generator, stream
from kibitz.games.cribbage.advice.levels import EXPERT
from kibitz.games.cribbage.pegging.lore import Lore, shipped_lore
from kibitz.games.cribbage.pegging.suspects import Floats, Ints
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.winning.criterion import AWARE
from kibitz.games.cribbage.winning.ladder import style_of
from kibitz.games.cribbage.winning.outcomes import FRESH, Outcomes, outcomes
from kibitz.games.cribbage.winning.selfplay import (
    GREEDY,
    MODEL,
    MOST_EVENTS,
    Style,
    hands_between,
    hands_from,
)
from kibitz.games.cribbage.winning.winning import Law, law_of, mean_worth, win_table

Rng: TypeAlias = np.random.Generator

PIECES, PIECE_SEED = 11, 7100
PIECE = 3_000  # hands, give or take what is rounded
FARTHEST = 60  # points that a side may need where hands are played
WIDE, CLOSE = 5, 10  # so many pieces do; in later ones both sides need few points
ASIDE = 1.5  # makes the first points from the end stand apart, in `distance`
WIDTH = 0.16  # of the smoothing one point from the end, in `distance`; wider farther away
ROUNDS = 4  # of filling the table
FAST = style_of(EXPERT)._replace(iterations=250, worlds=200)
PLAIN = FAST._replace(aware=0)
PLAIN_HANDS, PLAIN_SEED = 24_000, 2029
QUICK = Style(MODEL, GREEDY, 0, 0, 0.0, 0)
QUICK_HANDS, QUICK_SEED = 24_000, 7001


class NearHands(NamedTuple):
    """Hands near the end, pone's things first: scores before and after, and the quick player's."""

    scores: Ints
    ends: Ints
    gains: Ints  # of the quick player in the same deals, in order, the dealer's positive


def distance(need: Floats) -> Floats:
    """How far the end is, so that equal steps change the play about equally."""
    return np.asarray(np.log(need + ASIDE))


def spread_scores(need: Ints, steps: Floats, sides: int, hands: int, each: int, rng: Rng) -> Ints:
    """Scores of so many sides for about so many hands, where chances to win decide.

    A side needs one of the points in `need`, each as often as its step says; `each` hands start
    from the same scores.
    """
    often = steps
    for _ in range(sides - 1):
        often = np.multiply.outer(often, steps)
    nearest = reduce(np.minimum.outer, [need] * sides)
    often = np.where(nearest > AWARE, 0.0, often)
    wanted = hands * often / often.sum()
    counts = each * (wanted / each + rng.random(wanted.shape)).astype(np.int64)
    places = np.argwhere(counts)
    return np.repeat(TARGET - need[places], counts[counts > 0], axis=0)


def starting_scores(seed: int, piece: int) -> Ints:
    """The scores that a piece starts from: the more often the nearer to the end."""
    need = np.arange(1, (FARTHEST if piece < WIDE else CLOSE) + 1)
    steps = 1.0 / (need.astype(np.float64) + ASIDE)
    return spread_scores(need, steps, 2, PIECE, 1, generator(seed, piece, 0))


def near_hands(lore: Lore, piece: int, seed: int = PIECE_SEED) -> NearHands:
    """One piece of the hands, both experts playing for the chance to win."""
    scores = starting_scores(seed, piece)
    seeds = generator(seed, piece, 1).integers(0, 1 << 62, len(scores))
    ends, kept = np.zeros_like(scores), np.zeros((len(scores), 3), np.int64)
    hands_from(FRESH, scores, seeds, FAST, lore, stream(seed, piece, 2), ends)
    events = np.zeros((len(scores), MOST_EVENTS + 1), np.int64)
    hands_between(FRESH, seeds, QUICK, QUICK, lore, stream(seed, piece, 3), events, kept)
    return NearHands(scores, ends, events[:, 1:])


def keep(path: Path, **arrays: Ints) -> None:
    """Write arrays to a file that is there whole or not at all."""
    passing = path.with_suffix(".part.npz")
    np.savez_compressed(passing, allow_pickle=False, **arrays)
    passing.rename(path)


def kept_hands(folder: Path, name: str, pieces: int, play: Callable[[int], NearHands]) -> NearHands:
    """All pieces; those that the folder lacks are played and kept there."""
    found = []
    for piece in range(pieces):
        path = folder / f"{name}_{piece}.npz"
        if not path.exists():
            keep(path, **play(piece)._asdict())
            sys.stderr.write(f"hands near the end: piece {piece + 1} of {pieces}\n")
        with np.load(path) as kept:
            found.append(NearHands(kept["scores"], kept["ends"], kept["gains"]))
    return NearHands(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


@kernel
def worth_of_end(pone: int, dealer: int, win: Floats) -> float:
    """The chance to win of the one who dealt, by the scores after the hand."""
    if dealer >= TARGET:
        return 1.0
    return 0.0 if pone >= TARGET else 1.0 - float(win[pone, dealer])


@kernel
def worth_of_gains(gains: Ints, pone: int, dealer: int, win: Floats) -> float:
    """The dealer's chance to win if gains come in this order from these scores."""
    for gain in gains:
        dealer, pone = dealer + max(gain, 0), pone + max(-gain, 0)
        if max(dealer, pone) >= TARGET:
            break
    return worth_of_end(pone, dealer, win)


@kernel
def write_worths(hands: NearHands, win: Floats, came: Floats, quick: Floats) -> None:
    """Write what each hand was worth to the dealer, and to the quick player in its place."""
    for i in range(len(came)):
        pone, dealer = hands.scores[i, 0], hands.scores[i, 1]
        came[i] = worth_of_end(hands.ends[i, 0], hands.ends[i, 1], win)
        quick[i] = worth_of_gains(hands.gains[i], pone, dealer, win)


@kernel
def write_means(law: Law, win: Floats, out: Floats) -> None:
    """Write what a law is worth to the dealer where hands near the end are played."""
    for dealer in range(TARGET - FARTHEST, TARGET):
        for pone in range(TARGET - FARTHEST, TARGET):
            if max(dealer, pone) >= TARGET - AWARE:
                out[dealer, pone] = mean_worth(law, dealer, pone, win)


def changes(hands: NearHands, plain: Law, quick: Law, win: Floats) -> Floats:
    """By hand, how much more it was worth than the plain law says, its luck taken out."""
    came, lucky = np.empty(len(hands.scores)), np.empty(len(hands.scores))
    write_worths(hands, win, came, lucky)
    expected, usual = np.zeros((TARGET, TARGET)), np.zeros((TARGET, TARGET))
    write_means(plain, win, expected)
    write_means(quick, win, usual)
    pone, dealer = hands.scores.T
    luck = lucky - usual[dealer, pone]
    more = came - expected[dealer, pone]
    return np.asarray(more - luck * (luck @ more) / (luck @ luck))


def smoothed(scores: Ints, more: Floats) -> Floats:
    """Means over neighbouring scores, by a plane fitted around each; 0 where points decide."""
    places, where = np.unique(scores, axis=0, return_inverse=True)
    counts = np.bincount(where.ravel()).astype(np.float64)
    means = np.bincount(where.ravel(), more) / counts
    at = distance(TARGET - places.astype(np.float64))
    change = np.zeros((TARGET, TARGET))
    for (pone, dealer), here in zip(places.tolist(), at, strict=True):
        off = (at - here) / (WIDTH * here.min() / np.log(1 + ASIDE))
        weights = counts * np.exp(-0.5 * (off**2).sum(axis=1))
        plane = np.column_stack([np.ones(len(at)), off])
        normal = plane.T @ (weights[:, None] * plane)
        change[dealer, pone] = np.linalg.solve(normal, plane.T @ (weights * means))[0]
    return change


def plain_hands(folder: Path, lore: Lore) -> Outcomes:
    """Hands of experts who play for points; played and kept if the folder lacks them."""
    path = folder / "plain.npz"
    if not path.exists():
        played = outcomes(PLAIN_HANDS, PLAIN, PLAIN, lore, PLAIN_SEED)
        keep(path, events=played.events, kept=played.kept)
    with np.load(path) as kept:
        return Outcomes(kept["events"], kept["kept"])


def aware_table(folder: Path, lore: Lore, pieces: int = PIECES) -> Floats:
    """The table of winning of experts who look at the score near the end."""
    plain = law_of(plain_hands(folder, lore))
    win = win_table(plain)
    believing = lore._replace(win=win)
    hands = kept_hands(folder, "near", pieces, lambda piece: near_hands(believing, piece))
    quick = law_of(outcomes(QUICK_HANDS, QUICK, QUICK, lore, QUICK_SEED))
    for _ in range(ROUNDS):
        win = win_table(plain, smoothed(hands.scores, changes(hands, plain, quick, win)))
    return win


def main() -> None:
    """Play the pieces that a folder lacks, and print some of the table."""
    pieces = int(sys.argv[2]) if len(sys.argv) > 2 else PIECES
    win = aware_table(Path(sys.argv[1]), shipped_lore(), pieces)
    for score in (0, 100, 110, 113, 120):
        sys.stdout.write(f"the dealer at {score}-{score} wins {win[score, score]:.4f}\n")


if __name__ == "__main__":
    main()
