"""Cribbage: scoring, exact throws, tree search and whole games, each beside what is wanted."""

import importlib
import sys
import time
from pathlib import Path

import numpy as np

from benchmarks.timing import best_seconds, report

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the slow twin in tests/naive


def main() -> None:
    """Print one ratio a line."""
    scoring()
    python_calls()
    throws()
    tree_search()
    games()


def scoring() -> None:
    from kibitz.games.cribbage.table.score import batch_points

    rng = np.random.default_rng(1)
    some = np.array([rng.permutation(52)[:5] for _ in range(50_000)], np.uint8)
    cards = np.tile(some, (40, 1))
    out = np.empty(len(cards), np.uint8)
    batch_points(cards, 0, out)
    rate = len(cards) / best_seconds(lambda: batch_points(cards, 0, out)) / 1e6
    report("hands scored a second against 50 million", rate / 50, 1, f"{rate:.0f} M/s")


def python_calls() -> None:
    from kibitz.games.cribbage.table.score import score

    try:
        peer_count = importlib.import_module("cribbage_scorer.cribbage_scorer").show_calc_score
    except ImportError:
        print("skip score() against cribbage-scorer: pip install cribbage-scorer more_itertools")
        return
    hand, starter = [(5, "H"), (5, "S"), (5, "D"), (11, "C")], (5, "C")
    peer = best_seconds(lambda: [peer_count(starter, hand) for _ in range(300)]) / 300
    mine = best_seconds(lambda: [score([17, 16, 18, 43], 19) for _ in range(3000)]) / 3000
    detail = f"{1e6 * mine:.2f} against {1e6 * peer:.0f} microseconds"
    report("score() against cribbage-scorer", peer / mine, 50, detail)


def throws() -> None:
    from tests.naive import cribbage as naive

    from kibitz.games.cribbage.pegging.lore import shipped_lore
    from kibitz.games.cribbage.throwing.endgame import throw_values

    six, lore, values = np.array([16, 17, 22, 27, 44, 49]), shipped_lore(), np.empty(15)
    throw_values(six, 1, lore, values)
    many = 200
    mine = best_seconds(lambda: [throw_values(six, 1, lore, values) for _ in range(many)]) / many
    cribs = [([16, 17, a, a + 1], b) for a in range(28, 40) for b in range(4)]
    slow = best_seconds(lambda: [naive.points(hand, cut, True) for hand, cut in cribs]) / len(cribs)
    whole = 15 * 45_540 * slow
    report("all throws against 500 microseconds", 5e-4 / mine, 1, f"{1e6 * mine:.1f} µs")
    report("all throws against the naive loop", whole / mine, 1000, f"{whole:.0f} s naive")


def tree_search() -> None:
    from kibitz.games.cribbage.pegging.plays import PlaySearch
    from kibitz.games.cribbage.pegging.question import PegQuestion

    lead = PegQuestion.read("5h 6d 7c Ts", "", None, "Kh Qs", "Ad", None, False, (0, 0))
    search, parts = PlaySearch("tree", 1000), lead.parts()
    search.values(*parts, 1)
    mine = best_seconds(lambda: search.values(*parts, 1), 20)
    report("1,000 iterations of a lead against 3 ms", 3e-3 / mine, 1, f"{1e3 * mine:.2f} ms")


def games() -> None:
    from kibitz.games.cribbage.winning.ladder import STYLES, match

    for name, wanted, pairs in (("intermediate", 1000, 500), ("expert", 10, 10)):
        match(STYLES[name], STYLES[name], 2)
        begun = time.process_time()  # of this core, whatever else it does
        match(STYLES[name], STYLES[name], pairs)
        rate = 2 * pairs / (time.process_time() - begun)
        report(f"{name} games a second against {wanted}", rate / wanted, 1, f"{rate:.0f} a second")


if __name__ == "__main__":
    main()
