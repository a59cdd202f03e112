"""The play: its little game, what an opponent may hold, and the searches over it."""

from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
import pytest
from tests.naive import cribbage as naive

from kibitz.core.bits import int64
from kibitz.core.cards import RANKS
from kibitz.core.game import OVER, moves, play, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.errors import BadNotation, BadValue, UnknownName
from kibitz.games.cribbage.pegging.lookahead import lead
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.plays import PlaySearch
from kibitz.games.cribbage.pegging.question import PegQuestion
from kibitz.games.cribbage.pegging.stakes import dealer_wins
from kibitz.games.cribbage.pegging.suspects import keep_number, suspect, suspects
from kibitz.games.cribbage.table.pile import pile_of, pile_ranks
from kibitz.games.cribbage.throwing.keeps import DEALER, KEEPS, keep_likelihood


def ranks_of(text):
    return [RANKS.index(rank) for rank in text]


def peg_of(mine, theirs, pile="", seat=0, scores=(0, 0)):
    cards = pile_of(ranks_of(pile))
    total = sum(min(rank + 1, 10) for rank in ranks_of(pile))
    return Peg(pile_of(ranks_of(mine)), pile_of(ranks_of(theirs)), cards, total, seat, *scores)


def test_random_plays_peg_as_the_slow_twin_says():
    rng, out = np.random.default_rng(41), np.empty(13, np.int64)
    for _ in range(200):
        cards = rng.permutation(52)[:8].tolist()
        hands = [cards[:4], cards[4:]]
        chosen: list[list[int]] = [[], []]
        pone, dealer = (pile_of(card >> 2 for card in hand) for hand in hands)
        p = Peg(pone, dealer, 0, 0, 0, 0, 0)
        while turn(p) != OVER:
            rank = int(out[rng.integers(moves(p, out))])
            chosen[p.seat].append(rank)
            p = play(p, rank)

        def follow(seat, playable, chosen=chosen):
            rank = chosen[seat].pop(0)
            return next(card for card in playable if card >> 2 == rank)

        totals, _ = naive.play_hand(hands, follow)
        assert [p.points0, p.points1] == totals


def test_the_play_is_over_at_once_when_somebody_reaches_121():
    p = peg_of("58", "7K", pile="T", seat=0, scores=(119, 0))
    assert turn(play(p, RANKS.index("5"))) == OVER


def minimax(p, depth):
    if depth == 0 or turn(p) == OVER:
        return p.points0 - p.points1
    out = np.empty(13, np.int64)
    after = [minimax(play(p, int(rank)), depth - 1) for rank in out[: moves(p, out)]]
    return max(after) if p.seat == 0 else min(after)


@pytest.mark.parametrize("depth", [1, 3, 4, 8])
def test_the_search_finds_the_lead_that_plain_minimax_finds(depth):
    rng = np.random.default_rng(42)
    for _ in range(12 if COMPILED else 3):
        ranks = (rng.permutation(52)[:8] >> 2).tolist()
        if depth == 8:
            ranks = ranks[:4]
        half = len(ranks) // 2
        p = Peg(pile_of(ranks[:half]), pile_of(ranks[half:]), 0, 0, 0, 0, 0)
        out = np.empty((depth + 1, 13), np.int64)
        got = lead(p, int64(depth), int64(-1000), int64(1000), out)
        assert got == minimax(p, depth)


def brute_suspects(left, shown: list[int], held: int, bar, likelihood):
    """Every multiset of hidden ranks with its weight, by plain counting."""
    weights: dict[tuple[int, ...], float] = {}
    for hidden in combinations_with_replacement(range(13), held):
        if all(min(rank + 1, 10) > bar for rank in hidden):
            ways = np.prod([comb(left[rank], hidden.count(rank)) for rank in set(hidden)])
            a, b, c, d = (*hidden, *shown)
            if ways:
                weights[hidden] = ways * likelihood[keep_number(a, b, c, d)]
    return weights


@pytest.mark.parametrize(("shown", "bar"), [("", 0), ("7", 0), ("7K", 4), ("77K", 9), ("A23", 0)])
def test_suspects_are_all_hands_that_fit_with_their_weights(shown, bar):
    left = np.array([4, 3, 2, 4, 1, 0, 2, 4, 4, 4, 3, 4, 3])
    ranks, likelihood = ranks_of(shown), keep_likelihood(DEALER)
    wanted = brute_suspects(left.tolist(), ranks, 4 - len(ranks), bar, likelihood)
    found = suspects(left, pile_of(ranks), 4 - len(ranks), bar, likelihood)
    weights = np.diff(found.sums, prepend=0.0)
    got = {
        tuple(sorted(pile_ranks(int(hand)))): weight
        for hand, weight in zip(found.hands, weights, strict=True)
    }
    assert got.keys() == wanted.keys()
    assert all(got[hidden] == pytest.approx(wanted[hidden], abs=1e-6) for hidden in wanted)


def test_suspects_are_drawn_by_their_weights():
    left, likelihood = np.zeros(13, np.int64), np.ones(KEEPS)
    left[[0, 5, 12]] = 1, 2, 3
    found = suspects(left, pile_of([7, 7, 8]), 1, 0, likelihood)
    n, random = 3000, stream(5)
    counts = np.bincount([suspect(found, random) for _ in range(n)], minlength=3)
    for count, chance in zip(counts, (1 / 6, 2 / 6, 3 / 6), strict=True):
        assert abs(count - n * chance) < 4 * np.sqrt(n * chance * (1 - chance))


def question(hand, pile="", **more):
    facts: dict[str, Any] = {"theirs": None, "seen": "", "starter": "", "go": None}
    facts |= {"is_dealer": False, "scores": (0, 0)} | more
    return PegQuestion.read(hand, pile, **facts)


@pytest.mark.parametrize("method", ["careful", "tree", "search", "greedy"])
def test_every_method_takes_thirty_one_for_two(method):
    asked = question("Th 9s", "Kh Ks Ad", theirs="Kh Ad 6c 6d")
    values = asked.values(PlaySearch(method, 60), 1)
    assert set(values) == {8, 9}
    assert max(values, key=lambda rank: values[rank].points) == 9


@pytest.mark.compiled
def test_leading_a_five_is_worse_than_leading_a_four():
    asked = question("5h 4s 9d Kc")
    values = asked.values(PlaySearch("tree", 8000), 3)
    assert values[3].points - values[4].points > 4 * values[4].loss_error


def test_the_same_seed_gives_the_same_values():
    asked = question("5h 4s 9d Kc", "7c")
    one, two = (asked.values(PlaySearch("tree", 80), 6) for _ in range(2))
    assert one == two


def test_a_go_leaves_only_hands_that_could_not_play():
    asked = question("Ah 2d", "Kh Ks 9d", theirs="Kh 9d", go=29)
    hands = asked._suspects().hands
    assert all(min(pile_ranks(int(hand))) >= 2 for hand in hands)


def test_the_show_counts_pone_first_and_stops_at_121():
    win = np.full((121, 121), 0.25)
    assert dealer_wins(117, 100, (4, 29, 29), win) == 0
    assert dealer_wins(117, 100, (3, 20, 1), win) == 1
    assert dealer_wins(117, 100, (3, 10, 1), win) == 0.75
    assert dealer_wins(100, 121, (29, 0, 0), win) == 1


BAD = [
    ({"hand": "Kh Kh"}, "twice"),
    ({"hand": "5h 4s 9d Kc 2d"}, "5 cards"),
    ({"hand": "5h", "pile": "Kh Ks Kd 2c"}, "passes 31"),
    ({"hand": "5h", "pile": "Kh 5h"}, "5h appears twice"),
    ({"hand": "Kh", "pile": "Ks Qd 5c"}, "fits under 31"),
    ({"hand": "Kh", "pile": "Ks Qd Jc Ah"}, "31: the count restarts"),
    ({"hand": "5h", "starter": "5h"}, "twice"),
    ({"hand": "5h", "starter": "5d 6d"}, "2 cards"),
    ({"hand": "5h", "pile": "As 2s 3s 4s Ad 2d 3d 4d Ac 2c"}, "more than two hands"),
]


@pytest.mark.parametrize(("facts", "fault"), BAD, ids=[fault for _, fault in BAD])
def test_an_impossible_question_is_refused_with_its_fault(facts, fault):
    with pytest.raises((BadValue, BadNotation), match=fault):
        question(**facts)


def test_an_unknown_method_is_refused():
    with pytest.raises(UnknownName, match="psychic"):
        PlaySearch("psychic")


def test_two_jacks_are_one_option():
    values = question("Jh Jd").values(PlaySearch("tree", 10), 1)
    assert list(values) == [10]
    assert values[10].win is not None
