"""Models of opponents: counts told by hand, priors, predictions and what they are worth."""

from functools import cache, partial
from time import process_time

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.histories.phh import parse_phh
from kibitz.games.holdem.opponents.archetypes import ARCHETYPES
from kibitz.games.holdem.opponents.duplicate import duel
from kibitz.games.holdem.opponents.habits import ACTIONS, GENERIC
from kibitz.games.holdem.opponents.opponents import Opponent, held_out_loss, observe
from kibitz.games.holdem.opponents.statistics import STATISTICS
from kibitz.games.holdem.strategy.balanced import Balanced
from kibitz.games.holdem.strategy.odds import EquityOdds


@cache
def hand(*actions, board="2c7d9sJcQd", players=("Ann", "Bob")):
    """A heads-up hand; Bob has the button. Both cards and the board are known."""
    deals = ["d dh p1 AhAd", "d dh p2 8h3d", f"d db {board}"]
    lines = ", ".join(f'"{action}"' for action in (*deals, *actions))
    return parse_phh(
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
        f"starting_stacks = [200, 200]\nactions = [{lines}]\nplayers = {list(players)}\n"
    )[0]


FOLDED = partial(hand, "p2 f")
LIMPED = partial(hand, "p2 cc", "p1 cc", "p1 cc", "p2 cc", "p1 cc", "p2 cc", "p1 cc", "p2 cc")
RAISED = partial(hand, "p2 cbr 6", "p1 cbr 18", "p2 cc", "p1 cbr 20", "p2 f")
BLUFFED = partial(hand, "p2 cbr 6", "p1 cc", "p1 cc", "p2 cbr 6", "p1 cc", *["p1 cc", "p2 cc"] * 2)


CALLED = partial(
    hand, "p2 cbr 6", "p1 cbr 18", "p2 cc", "p1 cbr 20", "p2 cc", *["p1 cc", "p2 cc"] * 2
)
SHORT = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 50]
actions = [
  "d dh p1 8h3d", "d dh p2 AhAd", "p2 cc", "p1 cc", "d db 2c7d9s", "p1 cbr 100", "p2 cc",
  "d db Jc", "d db Qd",
]
players = ["Ann", "Bob"]
"""


def test_the_statistics_of_a_few_hands_are_what_one_counts_by_hand():
    models = observe([FOLDED(), LIMPED(), RAISED(), BLUFFED()])
    ann, bob = models["Ann"], models["Bob"]
    told = {
        # a walk and a check in the big blind are no voluntary payment
        ("Ann", "vpip"): (2, 3),
        ("Bob", "vpip"): (3, 4),
        ("Bob", "pfr"): (2, 4),
        ("Ann", "three_bet"): (1, 2),
        ("Ann", "cbet"): (1, 1),
        ("Bob", "cbet"): (1, 1),
        ("Bob", "fold_to_bet"): (1, 1),
        ("Bob", "afq"): (1, 2),  # one bet; faced one bet and folded
        ("Ann", "afq"): (1, 2),
        ("Bob", "wtsd"): (2, 3),
        ("Bob", "wsd"): (0, 2),
        ("Ann", "wsd"): (2, 2),
        ("Bob", "bluff"): (1, 1),  # eight high was shown after a bet
    }
    for (player, name), (made, chances) in told.items():
        found = models[player].statistic(name)
        assert (found.made, found.chances) == (made, chances), (player, name)
    assert ann.aggression_factor == 1.0
    assert bob.aggression_factor == np.inf


def test_a_player_who_played_twenty_hands_of_a_hundred_reads_twenty_percent():
    model = observe([RAISED()] * 20 + [FOLDED()] * 80)["Bob"]
    assert model.statistic("vpip").rate == 0.2
    low, high = model.statistic("vpip").interval
    assert low < 0.2 < high
    assert high - low < 0.2


def test_a_model_without_observations_is_its_prior():
    nobody = Opponent("nobody")
    for name, (_, prior) in STATISTICS.items():
        found = nobody.statistic(name)
        assert found.mean == pytest.approx(prior)
        assert found.rate is None
    assert nobody.aggression_factor is None
    assert sum(nobody.archetypes().values()) == pytest.approx(1)
    assert nobody.bluff_belief() == pytest.approx(STATISTICS["bluff"][1])
    assert nobody.exploiter() == Balanced()
    assert (nobody.habits.borders == GENERIC.borders).all()


def test_predictions_sum_to_one_depend_on_the_price_and_learn():
    positions = [p for p, _ in (*RAISED().positions(), *BLUFFED().positions())]
    for model in (Opponent("new"), observe([RAISED(), BLUFFED()] * 5)["Bob"]):
        for p in positions:
            odds = model.predict(p)
            assert set(odds) == set(ACTIONS)
            assert sum(odds.values()) == pytest.approx(1)
            assert all(chance >= 0 for chance in odds.values())
    game = make_game("holdem")
    cheap = game.parse_position("flop:1 44,40 ????,8h3d 2c7d9s???? 4/4/1/1/0/40")
    dear = game.parse_position("flop:1 120,40 ????,8h3d 2c7d9s???? 80/80/1/1/0/40")
    new = Opponent("new")
    assert new.predict(dear)["fold"] > new.predict(cheap)["fold"]
    learned = observe([RAISED()] * 30)["Bob"]
    faced = list(RAISED().positions())[-1][0]
    assert learned.predict(faced)["fold"] > 0.75 > new.predict(faced)["fold"]
    free = list(LIMPED().positions())[2][0]
    assert learned.predict(free)["fold"] == 0


def test_old_hands_fade_with_a_half_life():
    steady, fading = (
        observe([RAISED()] * 50 + [FOLDED()] * 50),
        observe([RAISED()] * 50 + [FOLDED()] * 50, half_life=10),
    )
    assert steady["Bob"].statistic("vpip").rate == 0.5
    assert fading["Bob"].statistic("vpip").made < 0.05 * fading["Bob"].statistic("vpip").chances
    assert fading["Bob"].hands == pytest.approx(1 / (1 - 0.5**0.1), rel=0.01)


def test_the_prediction_fades_with_the_half_life_too():
    """He always folded that spot, and of late he always calls it: only fading follows him."""
    folds, calls = [RAISED()] * 60, [CALLED()] * 40
    spot = list(RAISED().positions())[-1][0]
    steady, fading = observe(folds + calls), observe(folds + calls, half_life=5)
    assert steady["Bob"].predict(spot)["call"] < 0.5 < fading["Bob"].predict(spot)["call"]
    faded = held_out_loss(folds[:30] + calls, half_life=5)
    assert faded.model < held_out_loss(folds[:30] + calls).model
    weights = [seen.weight for seen in fading["Bob"].decisions]
    assert weights == sorted(weights)
    assert weights[-1] == 1
    assert weights[0] == pytest.approx(0.5 ** (99 / 5))


@pytest.mark.compiled
def test_ten_thousand_hands_take_seconds():
    """A thousandth of a second per hand is six times what it takes."""
    observe([RAISED()])
    begun = process_time()
    observe([LIMPED(), RAISED()] * 200)
    assert process_time() - begun < 0.4


def test_a_bet_that_nobody_called_is_not_won_at_a_showdown():
    """Ann's bet beyond Bob's stack comes back to her; the pot is Bob's."""
    lost = parse_phh(SHORT)[0]
    models = observe([lost])
    assert models["Ann"].statistic("wsd").made == 0
    assert models["Bob"].statistic("wsd").made == 1


def test_belief_in_a_bluff_follows_the_hands_that_were_shown():
    """Shown: small bets were bluffs, big bets were value."""
    model = Opponent("liar")
    model.sizes[True, "small"], model.sizes[False, "big"] = 9.0, 9.0
    model.made["bluff"], model.chances["bluff"] = 9.0, 18.0
    prior = model.statistic("bluff").mean
    by_bayes = prior * (10 / 12) / (prior * (10 / 12) + (1 - prior) * (1 / 12))
    assert model.bluff_belief("small") == pytest.approx(by_bayes)
    assert model.bluff_belief("big") < prior < model.bluff_belief("small")


def test_archetypes_are_told_apart_with_their_uncertainty():
    model = Opponent("x")
    model.made["vpip"], model.chances["vpip"] = 10, 100
    model.made["aggression"], model.chances["aggression"] = 60, 80
    kinds = model.archetypes()
    assert max(kinds, key=kinds.__getitem__) == "tight-aggressive"
    assert kinds["tight-aggressive"] > 0.95
    assert sum(kinds.values()) == pytest.approx(1)


@pytest.mark.compiled
def test_contexts_predict_archetypes_better_than_marginal_frequencies():
    game = HoldemGame(raises="few")
    hands: list[Hand] = []
    duel(game, EquityOdds(60), ARCHETYPES["loose-passive"], 90, 1, hands.append)
    loss = held_out_loss(hands)
    assert loss.decisions > 100
    assert loss.model < loss.marginal


def test_pairs_swap_the_seats_on_the_same_deal_and_cancel_for_equal_players():
    game = HoldemGame(raises="few")
    hands: list[Hand] = []
    player = EquityOdds(30 if COMPILED else 4)
    found = duel(game, player, player, 4, 3, hands.append)
    assert found.pairs == (0.0,) * 4  # the same player on both sides: only the names change
    assert hands[0].holes == hands[1].holes
    assert hands[0].players == ("one", "other")
    assert found.less(found).value == 0
