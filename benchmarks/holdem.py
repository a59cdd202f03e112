"""Hold'em: the evaluator and equity against eval7, Leduc against OpenSpiel, where they install."""

import importlib
import itertools
from typing import Any

import numpy as np

from benchmarks.timing import best_of_each, report
from kibitz.core.cards import card_text
from kibitz.core.registry import make_game
from kibitz.games.holdem.cards.evaluator import evaluate, evaluate_batch, evaluate_sevens
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.search.cfr import solve_tree
from kibitz.search.gametree import build_tree

HANDS = 1_000_000


def peer(name: str) -> Any:
    """A package to compare with, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"     {name} is not installed: nothing to compare with")
        return None


def random_hands(count: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    rng = np.random.default_rng(1)
    return np.argsort(rng.random((count, 52)), axis=1)[:, :7].astype(np.uint8)


def evaluator() -> None:
    hands, out = random_hands(HANDS), np.empty(HANDS, np.uint16)
    evaluate_batch(hands[:10])
    (seconds,) = best_of_each(lambda: evaluate_sevens(hands, out))
    rate = HANDS / seconds / 1e6
    report("seven-card hands in a batch", rate / 150, 1, f"{rate:.0f} M/s, against 150 M/s")
    eval7 = peer("eval7")
    if eval7 is None:
        return
    few = [tuple(int(card) for card in hand) for hand in hands[:5000]]
    theirs = [[eval7.Card(card_text(card)) for card in hand] for hand in few]
    mine, other = best_of_each(
        lambda: [evaluate(hand) for hand in few], lambda: [eval7.evaluate(hand) for hand in theirs]
    )
    report("one hand from Python against eval7", other / mine, 1.2, f"{mine / 5000 * 1e9:.0f} ns")


def equity() -> None:
    cases = [
        ("AsAh against KsKh, exact", lambda: holdem_equity(["AsAh", "KsKh"]), 0.006),
        (
            "a flop against three random hands, exact",
            lambda: holdem_equity(["7c7d"], "7h2h9s", opponents=3),
            0.030,
        ),
    ]
    for name, work, wanted in cases:
        work()
        (seconds,) = best_of_each(work)
        report(name, wanted / seconds, 1, f"{1000 * seconds:.2f} ms")
    eval7 = peer("eval7")
    if eval7 is None:
        return
    hand = [eval7.Card("As"), eval7.Card("Kd")]
    anything = eval7.HandRange(",".join(all_classes()))
    count = 100_000
    mine, other = best_of_each(
        lambda: holdem_equity(["AsKd"], opponents=1, samples=count, seed=1),
        lambda: eval7.py_hand_vs_range_monte_carlo(hand, anything, [], count),
    )
    detail = f"{count / mine / 1e6:.1f} M samples/s"
    report("samples against a random hand, against eval7", other / mine, 2, detail)


def all_classes() -> list[str]:
    ranks = "AKQJT98765432"
    pairs = [f"{r}{r}" for r in ranks]
    return pairs + [f"{a}{b}{kind}" for a, b in itertools.combinations(ranks, 2) for kind in "so"]


def leduc() -> None:
    tree = build_tree(make_game("leduc"))
    solve_tree("leduc", tree, 1)
    (mine,) = best_of_each(lambda: solve_tree("leduc", tree, 1000), repeats=10)
    report("Leduc, 1000 iterations of CFR+ in 0.2 s", 0.2 / mine, 1, f"{mine:.3f} s")
    spiel = peer("pyspiel")
    if spiel is None:
        return
    solver = spiel.CFRPlusSolver(spiel.load_game("leduc_poker"))

    def iterate() -> None:
        for _ in range(10):
            solver.evaluate_and_update_policy()

    other = best_of_each(iterate, repeats=2)[0] * 100
    report("Leduc CFR+ against OpenSpiel's", other / mine, 50, f"{other:.1f} s for 1000")


def main() -> None:
    evaluator()
    equity()
    leduc()
