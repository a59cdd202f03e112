"""CFR+ and best response against Kuhn's theory, published values and plain recursion."""

import numpy as np
import pytest

from kibitz.core.game import CHANCE, OVER, payoff, play, turn, view, weight
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadValue, WrongKind
from kibitz.estimate.analyst import Mixed
from kibitz.games.kuhn.rules import HIDDEN, Kuhn
from kibitz.search import gametree
from kibitz.search.cfr import Cfr, best_response, exploitability, solution_of, solve
from kibitz.search.gametree import build_tree

JACK, QUEEN, KING = 1, 2, 3
PASS, BET = 0, 1


@pytest.fixture(scope="module")
def kuhn():
    return solve(make_game("kuhn"), 3000)


def test_kuhn_poker_is_worth_minus_one_eighteenth(kuhn):
    assert kuhn.value == pytest.approx(-1 / 18, abs=1e-4)
    assert 0 <= kuhn.exploitability < 1e-4


def test_the_equilibrium_of_kuhn_poker_is_of_kuhns_family(kuhn):
    """The first seat bluffs a jack with some a up to 1/3 and bets a king with 3 a (Kuhn 1950)."""
    odds = {card: kuhn.odds(Kuhn(card, HIDDEN, 1), 0)[BET] for card in (JACK, QUEEN, KING)}
    a = odds[JACK]
    assert 0 <= a <= 1 / 3 + 0.01
    assert odds[KING] == pytest.approx(3 * a, abs=0.02)
    assert odds[QUEEN] == pytest.approx(0, abs=0.01)
    second = {card: kuhn.odds(Kuhn(HIDDEN, card, 0b11), 1)[BET] for card in (JACK, QUEEN, KING)}
    assert second[JACK] == pytest.approx(0, abs=0.01)
    assert second[QUEEN] == pytest.approx(1 / 3, abs=0.02)
    assert second[KING] == pytest.approx(1, abs=0.01)


@pytest.mark.compiled
def test_leduc_poker_has_its_published_value_and_small_exploitability():
    leduc = solve(make_game("leduc"), 1000)
    assert leduc.value == pytest.approx(-0.0856, abs=2e-4)
    assert leduc.exploitability < 0.0005


def test_the_tree_of_leduc_poker_has_an_infoset_for_each_view():
    tree = build_tree(make_game("leduc"))
    assert tree.infosets == 288  # 3 x 6 in round one, 3 x 3 x 5 x 6 in round two
    assert tree.flat.chance[1:4].tolist() == pytest.approx([1 / 3] * 3)
    assert (tree.flat.seat == OVER).sum() == (tree.flat.children == 0).sum()


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_a_best_response_is_worth_what_plain_recursion_over_the_game_says(name):
    game = make_game(name)
    tree = build_tree(game)
    rng = np.random.default_rng(3)
    strategy = rng.dirichlet([1.0], size=tree.slots)[:, 0]
    for k in range(tree.infosets):
        part = slice(tree.first_slot[k], tree.first_slot[k + 1])
        strategy[part] = rng.dirichlet(np.ones(len(tree.moves[k])))
    for seat in (0, 1):
        value, reply = best_response(tree, strategy, seat)
        assert value == pytest.approx(plain_value(game, tree, reply, seat))
        assert value >= plain_value(game, tree, strategy, seat)
        for _ in range(5):  # no random answer does better
            other = np.where(owned(tree, seat), rng.permutation(reply), reply)
            assert plain_value(game, tree, normal(tree, other + 1e-9), seat) <= value + 1e-12


def owned(tree, seat):
    return np.repeat(tree.flat.infoset_seat == seat, np.diff(tree.first_slot))


def normal(tree, weights):
    sums = np.add.reduceat(weights, tree.first_slot[:-1])
    return weights / np.repeat(sums, np.diff(tree.first_slot))


def plain_value(game, tree, strategy, seat):
    """What `seat` gets, by walking the game itself."""

    def walk(p):
        mover = turn(p)
        if mover == OVER:
            return payoff(p, seat)
        legal = game.legal_moves(p)
        if mover == CHANCE:
            weights = [weight(p, move) for move in legal]
            odds = [w / sum(weights) for w in weights]
        else:
            k = tree.infoset_of(view(p, mover), mover)
            odds = strategy[tree.first_slot[k] : tree.first_slot[k + 1]]
        return sum(chance * walk(play(p, move)) for chance, move in zip(odds, legal, strict=True))

    return walk(game.start())


def test_always_betting_in_kuhn_poker_is_exploited_by_what_arithmetic_says():
    """Against a first seat that always bets, the second calls with king and queen: 1/3 a hand.

    King wins 2 always; queen wins 2 from the jack and loses 2 to the king; jack folds 1.
    """
    tree = build_tree(make_game("kuhn"))
    strategy = np.zeros(tree.slots)
    for k, moves in enumerate(tree.moves):
        strategy[tree.first_slot[k] + moves.index(BET)] = 1.0
    assert best_response(tree, strategy, 1)[0] == pytest.approx((2 + 0 - 1) / 3)
    assert exploitability(tree, strategy) > 0.1


def test_the_analyst_values_moves_against_the_equilibrium_and_mixes_as_it_does():
    game = make_game("kuhn")
    v = Kuhn(HIDDEN, QUEEN, 0b11)  # a bet faces the queen: call one time in three
    analysis = Cfr(iterations=2000).analyse(game, v, 1, 0)
    assert {option.text for option in analysis.options} == {"p", "b"}
    assert analysis.loss(PASS) == pytest.approx(0, abs=0.01)
    assert analysis.loss(BET) == pytest.approx(0, abs=0.01)
    luck = stream(1)
    calls = sum(Mixed().pick(analysis, luck) == BET for _ in range(900))
    assert abs(calls - 300) < 4 * np.sqrt(900 * 2 / 9) + 20
    king = Cfr(iterations=2000).analyse(game, Kuhn(HIDDEN, KING, 0b11), 1, 0)
    assert king.best.move == BET
    assert king.loss(PASS) == pytest.approx(3, abs=0.01)  # folding -1 where calling wins 2
    assert solution_of("kuhn", 2000) is solution_of("kuhn", 2000)


def test_games_that_cfr_cannot_solve_are_refused(monkeypatch):
    with pytest.raises(BadValue, match="iterations is 0"):
        solve(make_game("kuhn"), 0)
    monkeypatch.setattr(gametree, "MOST_NODES", 20)
    with pytest.raises(WrongKind, match="tree is too large"):
        build_tree(make_game("kuhn"))
