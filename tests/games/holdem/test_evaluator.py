"""The evaluator against the definition of a hand and against counts of whole spaces."""

from itertools import combinations, combinations_with_replacement, islice
from math import comb

import numpy as np
import pytest

from kibitz.core.cards import parse_cards
from kibitz.core.kernel import COMPILED, kernel
from kibitz.errors import BadValue
from kibitz.games.holdem.cards import tables
from kibitz.games.holdem.cards.evaluator import (
    checked_evaluate,
    evaluate,
    evaluate_batch,
    hand_value,
    value_name,
)
from kibitz.games.holdem.cards.tables import (
    CARD_KEYS,
    CARD_MASKS,
    EMPTY_KEY,
    PLACE_BITS,
    RANK_KEYS,
    kept,
)
from tests.naive.holdem import best_score

# Highest category last; the five-card counts are in every handbook, the seven-card ones
# follow from the same combinatorics over all 133,784,560 hands.
FIVE_CARDS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
SEVEN_CARDS = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]


def test_all_five_card_hands_fall_into_the_known_categories():
    every = combinations(range(52), 5)
    few = every if COMPILED else islice(every, 0, None, 997)
    hands = np.fromiter((c for hand in few for c in hand), np.uint8).reshape(-1, 5)
    values = evaluate_batch(hands)
    counts = np.bincount(values >> PLACE_BITS, minlength=9)
    if COMPILED:
        assert counts.tolist() == FIVE_CARDS
        assert len(np.unique(values)) == 7462
    else:
        expected = np.array(FIVE_CARDS) / 997
        assert (np.abs(counts - expected) < 4 * np.sqrt(expected) + 1).all()


@kernel
def count_categories(counts):
    for a in range(52):
        for b in range(a):
            for c in range(b):
                low = EMPTY_KEY + CARD_KEYS[a] + CARD_KEYS[b] + CARD_KEYS[c]
                low_mask = CARD_MASKS[a] | CARD_MASKS[b] | CARD_MASKS[c]
                for d in range(c):
                    for e in range(d):
                        mid = low + CARD_KEYS[d] + CARD_KEYS[e]
                        mid_mask = low_mask | CARD_MASKS[d] | CARD_MASKS[e]
                        for f in range(e):
                            for g in range(f):
                                key = mid + CARD_KEYS[f] + CARD_KEYS[g]
                                mask = mid_mask | CARD_MASKS[f] | CARD_MASKS[g]
                                counts[hand_value(key, mask) >> PLACE_BITS] += 1


@pytest.mark.compiled
def test_all_seven_card_hands_fall_into_the_known_categories():
    counts = np.zeros(9, np.int64)
    count_categories(counts)
    assert counts.sum() == comb(52, 7)
    assert counts.tolist() == SEVEN_CARDS


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_order_of_hands_is_that_of_their_best_five_cards(size):
    rng = np.random.default_rng(size)
    hands = np.array([rng.permutation(52)[:size] for _ in range(600)], np.uint8)
    hands[:100] = [rng.permutation(20)[:size] for _ in range(100)]  # few ranks: full houses
    hands[100:200] = [rng.permutation(13)[:size] * 4 + i % 4 for i in range(100)]  # flushes
    scores = [best_score([int(card) for card in hand]) for hand in hands]
    values = evaluate_batch(hands)
    order = sorted(set(scores))
    places = np.array([order.index(score) for score in scores])
    assert (
        np.sign(np.subtract.outer(places, places))
        == np.sign(np.subtract.outer(values.astype(int), values.astype(int)))
    ).all()
    assert [value >> PLACE_BITS for value in values] == [score[0] for score in scores]
    assert [evaluate([int(card) for card in hand]) for hand in hands] == values.tolist()


def test_the_rank_sums_of_up_to_seven_cards_are_all_different():
    sums = [
        sum(RANK_KEYS[rank] for rank in ranks)
        for size in range(8)
        for ranks in combinations_with_replacement(range(13), size)
        if all(ranks.count(rank) <= 4 for rank in set(ranks))
    ]
    assert len(sums) == 76155
    assert len(set(sums)) == len(sums)


def test_a_hand_is_named_and_bad_ones_are_refused():
    assert value_name(checked_evaluate(parse_cards("As2h3d4c5s"))) == "straight"
    with pytest.raises(BadValue, match="5 to 7 cards, not 4"):
        checked_evaluate([1, 2, 3, 4])
    with pytest.raises(BadValue, match="As appears twice"):
        checked_evaluate([0, 0, 3, 4, 5])
    with pytest.raises(BadValue, match="52 is not a card"):
        checked_evaluate([52, 0, 3, 4, 5])
    with pytest.raises(BadValue, match="52 is not a card"):
        evaluate_batch(np.array([[52, 1, 2, 3, 4]]))
    with pytest.raises(BadValue, match="rows of 5 to 7"):
        evaluate_batch(np.zeros((2, 8), np.uint8))


def test_a_table_is_read_from_disk_and_built_again_where_the_file_is_damaged(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "cache_root", lambda: tmp_path / "cache")
    calls = []

    def build():
        calls.append(1)
        return {"x": np.arange(3)}

    for _ in range(2):
        assert kept("test", build)["x"].tolist() == [0, 1, 2]
    assert len(calls) == 1
    (file,) = (tmp_path / "cache").glob("*/*/*")
    file.write_bytes(file.read_bytes()[:40])
    assert kept("test", build)["x"].tolist() == [0, 1, 2]
    assert len(calls) == 2
    monkeypatch.setattr(tables, "cache_root", lambda: file / "not a folder")
    assert kept("test", build)["x"].tolist() == [0, 1, 2]
