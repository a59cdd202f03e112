"""Three and four players: throws, worlds and the rule of play against slow twins."""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from tests.naive import cribbage as naive

from kibitz.core.game import OVER, play, sample, turn, view
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.cribbage.many.careful import (
    careful_card,
    careful_value,
    pegged,
    reply_points,
    unseen_by,
)
from kibitz.games.cribbage.many.hands import (
    FIVE,
    HANDS,
    RANK_HANDS,
    hand_number,
    hand_ways,
    throw_likelihoods,
)
from kibitz.games.cribbage.many.lore import many_lore, plain_lore
from kibitz.games.cribbage.many.seats import share_of
from kibitz.games.cribbage.many.throw import throw_parts, write_cribs, write_five, write_hands
from kibitz.games.cribbage.many.worlds import model_world
from kibitz.games.cribbage.table.knowledge import bar_of, held_by
from kibitz.games.cribbage.table.pile import LIMIT, peg, pile_count, pile_of, pile_ranks
from kibitz.games.cribbage.table.rules import HAND, PLAY, PLAYED, SCORE, THROWN, side_of
from kibitz.games.cribbage.table.score import DECK, JACK
from kibitz.games.cribbage.table.text import cards_of, set_of

MANY = pytest.mark.parametrize("players", [3, 4])
GAMES = {players: make_game(f"cribbage(players={players})") for players in (3, 4)}


def random_hands(count, seed):
    rng = np.random.default_rng(seed)
    return [sorted(rng.permutation(DECK)[:FIVE].tolist()) for _ in range(count)]


def positions(players, count, seed):
    """Positions of random games in which a seat plays and has a choice."""
    game, luck = GAMES[players], stream(seed)
    found: list[Any] = []
    out, p = game.scratch(), game.start()
    while len(found) < count:
        if turn(p) == OVER:
            p = game.start()
        if p.phase == PLAY and len(game.legal_moves(p)) > 1:
            found.append(p)
        p = play(p, sample(p, out, luck))
    return found


def test_rank_hands_are_numbered_in_their_order():
    assert len(RANK_HANDS) == HANDS == 6188
    assert {tuple(ranks) for ranks in RANK_HANDS.tolist()} == set(
        combinations_with_replacement(range(13), FIVE)
    )
    for number in range(0, HANDS, 1 if COMPILED else 97):
        ranks, seen = RANK_HANDS[number].tolist(), list[int]()
        if ranks[0] != ranks[-1]:
            for rank in ranks:
                seen.append(4 * rank + sum(card >> 2 == rank for card in seen))
            assert hand_number(set_of(seen)) == number


def test_ways_of_rank_hands_are_all_hands_of_five():
    assert hand_ways().sum() == 2_598_960


def test_throw_likelihoods_of_a_rule_are_those_of_hands_dealt():
    """Who throws the highest card throws a given King unless another is held beside it."""
    highest = np.zeros((1, HANDS, 13))
    highest[0, np.arange(HANDS), RANK_HANDS[:, -1]] = 1.0
    likely = throw_likelihoods(highest)[0]
    rng, thrown, held = np.random.default_rng(5), np.zeros(13), np.zeros(13)
    for _ in range(4000):
        ranks = rng.permutation(DECK)[:FIVE] >> 2
        np.add.at(held, ranks, 1)
        thrown[ranks.max()] += 1
    error = np.sqrt(np.maximum(likely * (1 - likely), 0.01) / held)
    assert (np.abs(thrown / held - likely) < 4 * error).all()


def test_the_hand_that_is_kept_counts_as_its_starters_say():
    for cards in random_hands(20, 11):
        five, out = np.empty(FIVE, np.int64), np.empty(FIVE)
        write_hands(write_five(set_of(cards), five), five, out)
        for i, thrown in enumerate(cards):
            kept = [card for card in cards if card != thrown]
            starters = [card for card in range(DECK) if card not in cards]
            mean = sum(naive.points(kept, starter) for starter in starters) / 47
            assert out[i] == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("cards", [[40, 41, 17, 4, 8], [0, 4, 8, 12, 42], [18, 22, 26, 30, 34]])
def test_the_crib_is_the_mean_over_all_throws_and_starters(cards):
    """Few ranks are thrown, Jacks among them, so that the slow twin comes to an end."""
    five = sorted(cards)
    rng, others = np.random.default_rng(sum(cards)), np.zeros((3, 13))
    for row, ranks in enumerate(([JACK, 4], [JACK, 6], [6, JACK])):
        others[row, ranks] = 0.2 + rng.random(len(ranks))
    out = np.empty(FIVE)
    write_cribs(np.array(five, np.int64), others, out)
    for i in (0, 2, 4):
        wanted = naive.crib_of_four(five, five[i], others)
        assert out[i] == pytest.approx(wanted, abs=1e-9)


@MANY
def test_the_crib_counts_for_the_dealers_side_and_against_the_others(players):
    hand, parts, cribs = set_of([0, 5, 17, 30, 44]), np.empty((3, FIVE)), []
    for role in range(players):
        throw_parts(hand, players, role, plain_lore(players), parts)
        cribs.append(float(parts[1].mean()))
    own, theirs = cribs[0], -cribs[0] / (2 if players == 3 else 1)
    assert 3 < own < 7
    assert cribs == pytest.approx(
        [own, theirs, own, theirs][:players] if players == 4 else [own, theirs, theirs]
    )


@MANY
def test_points_of_all_sides_are_shared_so_that_nothing_is_left(players):
    p = positions(players, 1, 3)[0]
    sides = {int(side_of(p, seat)): seat for seat in range(players)}
    for side in sides:
        assert sum(share_of(p, side, seat) for seat in sides.values()) == pytest.approx(0)


def test_replies_peg_together_what_each_pegs_alone():
    """Piles of close ranks, so that there are runs, gaps in them and pairs royal; any that fit."""
    rng, seen = np.random.default_rng(31), 0
    while seen < (3000 if COMPILED else 300):
        low = int(rng.integers(0, 9))
        ranks = rng.integers(low, low + 5, rng.integers(1, 8)).tolist()
        count = int(pile_count(pile_of(ranks)))
        if count < LIMIT and max(map(ranks.count, ranks)) <= 4:
            seen += 1
            found = int(reply_points(pile_of(ranks), count))
            for rank in range(13):
                if count + min(rank + 1, 10) <= LIMIT and ranks.count(rank) < 4:
                    assert found >> 4 * rank & 15 == peg([*ranks, rank]).total


@MANY
def test_the_careful_rule_chooses_as_its_slow_twin(players):
    for p in positions(players, 60 if COMPILED else 12, 21):
        p = p._replace(score0=118, score1=60)
        laid, unseen = pile_ranks(p.pile), int(unseen_by(p, p.seat))
        left = [card >> 2 for card in cards_of(unseen)]
        assert len(left) == 52 - 1 - 5 - sum(
            len(cards_of(p[PLAYED + s])) for s in range(players) if s != p.seat
        )
        order = [(p.seat + step) % players for step in range(1, players)]
        seats = [
            (
                int(held_by(p, seat)),
                int(bar_of(p, seat)),
                p[SCORE + side_of(p, seat)],
                share_of(p, side_of(p, seat), p.seat),
            )
            for seat in order
        ]
        mine = p[SCORE + side_of(p, p.seat)]
        values = {
            card >> 2: naive.careful_card_value(card >> 2, laid, seats, left, mine)
            for card in GAMES[players].legal_moves(p)
        }
        others = sum(seat[0] for seat in seats)
        for rank, wanted in values.items():
            value = careful_value(p, rank, int(pile_count(p.pile)), unseen, others)
            assert value == pytest.approx(wanted)
        assert values[int(careful_card(p)) >> 2] == pytest.approx(max(values.values()))


@MANY
def test_what_is_pegged_is_what_the_scores_say(players):
    """A whole hand from nothing: pegging, heels and counts make up the scores."""
    game, luck = GAMES[players], stream(8)
    out, p = game.scratch(), play(game.start(), 0)
    points = 0
    while p.deals < 2:
        move = sample(p, out, luck)
        after = play(p, move)
        if p.phase == PLAY:
            points += pegged(p, after, move)
            last = after
        elif p.starter < 0 <= after.starter:
            points += 2 * (after.starter >> 2 == JACK)
        p = after
    hands = [cards_of(last[PLAYED + seat]) for seat in range(players)]
    crib = cards_of(last.kitty | last.thrown0 | last.thrown1 | last.thrown2 | last.thrown3)
    shown = sum(naive.points(hand, last.starter) for hand in hands)
    shown += naive.points(crib, last.starter, crib=True)
    assert last.score0 + last.score1 + last.score2 == points + shown


@MANY
def test_worlds_fit_the_view_and_the_model(players):
    lore, luck, deck = many_lore(players), stream(31), np.empty(DECK, np.int64)
    as_thrown = 0
    for p in positions(players, 40 if COMPILED else 8, 32):
        v = view(p, p.seat)
        w = model_world(v, p.seat, lore.choices, deck, luck)
        assert view(w, p.seat) == v
        everything = [w[HAND + s] | w[PLAYED + s] | w[THROWN + s] for s in range(players)]
        together = [card for cards in [*everything, w.kitty] for card in cards_of(cards)]
        assert len(set(together)) == len(together) == 5 * players + (players == 3)
        assert w.starter not in together
        for seat in range(players):
            assert len(cards_of(w[HAND + seat])) == held_by(p, seat)
            assert all(min((c >> 2) + 1, 10) > bar_of(p, seat) for c in cards_of(w[HAND + seat]))
            if seat != p.seat:
                rank = int(lore.choices[(seat - p.dealer) % players, hand_number(everything[seat])])
                as_thrown += rank == cards_of(w[THROWN + seat])[0] >> 2
    assert as_thrown > 0.8 * (40 if COMPILED else 8) * (players - 1)  # random play is odd
