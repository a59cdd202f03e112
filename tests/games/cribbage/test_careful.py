"""The careful rule of play, and cards weighed with it against all hidden hands."""

from itertools import combinations

import numpy as np
import pytest
from tests.games.cribbage.test_play import peg_of, question, ranks_of
from tests.naive import cribbage as naive

from kibitz.core.game import OVER, play, turn
from kibitz.games.cribbage.pegging.careful import (
    FEAR,
    FULL,
    GO,
    STUCK,
    WON,
    careful_end,
    careful_rank,
    less_hand,
)
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.plays import PlaySearch
from kibitz.games.cribbage.pegging.stakes import Stakes
from kibitz.games.cribbage.pegging.weighing import MOST_CRIB, write_crib_chances
from kibitz.games.cribbage.table.pile import pile_of
from kibitz.games.cribbage.table.score import PAIR, PAIRS, RANKS
from kibitz.games.cribbage.throwing.keeps import DEALER, KEEP_RANKS, keep_likelihood


def value(rank):
    return min(rank + 1, 10)


def pegged(ranks):
    return naive.peg([4 * rank for rank in ranks])


def worth(ranks, score):
    points = pegged(ranks)
    return WON if points and score + points >= 121 else points


def slow_value(rank, hand, laid, held, left, mine, yours):
    """The rule in words: the points, less replies, more answers, by lists of cards."""
    pile, rest = [*laid, rank], list(hand)
    rest.remove(rank)
    gain = worth(pile, mine)
    if not held:
        return gain
    replies = [card for card in left if sum(map(value, [*pile, card])) <= 31]
    loss, hopes = 0.0, []
    for card in replies:
        after = [*pile, card]
        fits = [own for own in rest if sum(map(value, [*after, own])) <= 31]
        answer = max([STUCK, *(worth([*after, own], mine) for own in fits)])
        if pegged(after):
            loss += FEAR * worth(after, yours) - answer
        else:
            hopes.append(answer)
    stuck = (1 - len(replies) / len(left)) ** held
    scoring = (len(replies) - len(hopes)) * held / len(left)
    hope = max(0.0, 1 - scoring - stuck) * float(np.mean(hopes)) if hopes else 0.0
    return gain - loss * held / len(left) + GO * stuck + hope


def test_the_careful_rule_chooses_as_its_slow_twin():
    rng = np.random.default_rng(91)
    for _ in range(60):
        cards = [card // 4 for card in rng.permutation(52)[:9].tolist()]
        hands, laid = [cards[:3], cards[3:6]], list[int]()
        for card in cards[6 : 6 + rng.integers(4)]:
            if sum(map(value, [*laid, card])) <= 31:
                laid.append(card)
        seat, scores = int(rng.integers(2)), rng.choice([60, 118, 120], 2).tolist()
        total = sum(map(value, laid))
        options = {rank for rank in hands[seat] if total + value(rank) <= 31}
        if not options:
            continue
        p = Peg(pile_of(hands[0]), pile_of(hands[1]), pile_of(laid), total, seat, *scores)
        left = [rank for rank in range(13) for _ in range(4)]
        for rank in laid + hands[seat]:
            left.remove(rank)
        mine, yours = scores[seat], scores[1 - seat]
        values = {
            rank: slow_value(rank, hands[seat], laid, 3, left, mine, yours) for rank in options
        }
        chosen = int(careful_rank(p, less_hand(FULL, pile_of(laid))))
        assert values[chosen] == pytest.approx(max(values.values()))


def test_the_careful_rule_does_not_look_at_the_other_hand():
    one, two = (peg_of("5499", theirs, pile="7") for theirs in ("88TA", "KQJ2"))
    unshown = less_hand(FULL, pile_of(ranks_of("7")))
    assert careful_rank(one, unshown) == careful_rank(two, unshown)


def test_a_careful_player_takes_the_last_point_and_fears_to_give_it():
    unshown = less_hand(FULL, pile_of(ranks_of("7")))
    assert careful_rank(peg_of("76", "KKKK", pile="7", scores=(119, 60)), unshown) == 6
    # At 120 any point wins: after a five every ten is one, after an ace only another ace.
    assert careful_rank(peg_of("5A", "KKKK", scores=(60, 120)), FULL) == 0


def slow_mean(asked, card, role):
    """The mean outcome of a card over every set of cards that the opponent may hold."""
    position, unshown = asked._position(), asked._unshown()
    deck = [other for other in range(52) if other not in asked.known]
    shown = [other >> 2 for other in asked.theirs]
    keeps = {tuple(ranks): chance for ranks, chance in zip(KEEP_RANKS.tolist(), role, strict=True)}
    total, weights = 0.0, 0.0
    for hidden in combinations(deck, 4 - len(shown)):
        ranks = [other >> 2 for other in hidden]
        weight = keeps[tuple(sorted(shown + ranks))]
        p = play(position._replace(hand1=pile_of(ranks)), card >> 2)
        end = careful_end(p, less_hand(unshown, pile_of([card >> 2])))
        total += weight * (end.points0 - end.points1)
        weights += weight
    return total / weights


def test_a_card_is_worth_its_mean_over_all_hands_they_may_hold():
    asked = question("5h 4s 9d", "7c", theirs="7c 8d", seen="Kc Ad 2d", starter="Jc")
    values = asked.values(PlaySearch("careful", 10_000), 1)
    assert values == asked.values(PlaySearch("careful", 20_000), 2)  # nothing is drawn
    for card in asked.hand:
        wanted = slow_mean(asked, card, keep_likelihood(DEALER))
        assert values[card >> 2].points == pytest.approx(wanted, abs=1e-9)


@pytest.mark.compiled
def test_fewer_hands_give_nearly_the_same_values():
    asked = question("5h 4s 9d Kc")
    every = asked.values(PlaySearch("careful", 8000), 1)
    assert every[4].samples > 1000
    few = [asked.values(PlaySearch("careful", 400), seed) for seed in range(6)]
    for rank, value in every.items():
        off = [one[rank].points - value.points for one in few]
        assert few[0][rank].error > value.error
        assert np.abs(off).max() < 3 * few[0][rank].error
        assert few[0][rank].samples == 100


def test_a_careful_play_has_one_end():
    p = peg_of("5499", "88TA")
    ends = {careful_end(p, FULL) for _ in range(3)}
    assert len(ends) == 1
    assert turn(ends.pop()) == OVER


def test_no_crib_has_five_fives():
    pair = int(PAIR[4 * RANKS + 4])
    stakes = Stakes(0, 4, 8, pair, np.cumsum(np.ones(PAIRS)), np.zeros((121, 121)))
    room = np.zeros(60)
    write_crib_chances(stakes, room[: MOST_CRIB + 1])
    assert room[: MOST_CRIB + 1].sum() == pytest.approx(1)
    assert not room[MOST_CRIB + 1 :].any()  # five fives would count 40
    assert room[29] == 0  # his nobs is not counted here
    assert room[28] == pytest.approx(4 / 90)  # a five and a ten-card
