"""What single games work out: beliefs, maps of chances, throws, captures and equities."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from kibitz.cli.trial import Floats, Trial, mean, root_mean_square, timed
from kibitz.core.cards import CARDS, parse_cards
from kibitz.core.registry import make_game
from kibitz.core.seeds import child
from kibitz.core.seeds import stream as stream_of
from kibitz.games.battleship.density import density_map
from kibitz.games.battleship.posterior import probability_map
from kibitz.games.battleship.sight import sight_of
from kibitz.games.bluff.belief import bluff_rate, can_be_true, lie_chance
from kibitz.games.bluff.contest import WAYS, contest
from kibitz.games.bluff.game import BluffGame
from kibitz.games.cribbage.table.score import score
from kibitz.games.cribbage.throwing.throws import Throws, throws_of
from kibitz.games.dicechess.chance import king_rolls_against, king_rolls_by_search
from kibitz.games.dicechess.equity import EquityOptions
from kibitz.games.dicechess.equity import equity as dice_equity
from kibitz.games.dicechess.notation import parse_dfen
from kibitz.games.dicechess.turns import new_walk
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.phh import Hand
from kibitz.games.holdem.opponents.archetypes import ARCHETYPES
from kibitz.games.holdem.opponents.duplicate import duel
from kibitz.games.holdem.opponents.opponents import Opponent, held_out_loss, observe_hand
from kibitz.games.holdem.strategy.odds import EquityOdds

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOK_ENDING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
SHOTS = "A1,C8,E2,G6,H9,J4,B5,F3/D4,D5,D6,D7,D8,H2,H3,H4,H5/1@D8,2@H5"  # 3, 3 and 2 are afloat
AFLOAT = 8  # cells of the ships afloat
SIX = "5H 5S 6D 7C KH QS"
DEALS = 15 * 46 * 990  # throws, starters, and two cards from the opponent
ALL_BOARDS = 1_712_304  # five of 48 cards


def game_trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Every algorithm that belongs to one game."""
    yield from _beliefs(seed, quick)
    yield from _opponents(seed, quick)
    yield from _maps(seed, quick)
    yield from _throws(seed, quick)
    yield from _captures()
    yield from _rollouts(seed, quick)
    yield from _equities(seed, quick)


def _beliefs(seed: int, quick: bool) -> Iterator[Trial]:
    """Bluff: what a hand can hold, and the model's belief that a claim is a lie."""
    decision = "bluff, is a claim of one a lie?"
    unseen, of_rank, hand, shown = 35, 2, 17, 3 | 1 << 8  # three truths and a lie were shown
    chance, each = timed(lambda: float(can_be_true(unseen, of_rank, hand, 1)), calls=1000)
    error = _no_rounding(chance - (1.0 - 18 * 17 / (35 * 34)))  # both lie elsewhere
    yield Trial(decision, "cards alone", each, 1, "updates", True, error, "counted by hand")

    def by_the_model() -> float:
        return float(lie_chance(unseen, of_rank, hand, 0, 1, bluff_rate(12, shown, 4), shown))

    _, each = timed(by_the_model, calls=1000)
    ways = tuple(WAYS[name] for name in ("honest", "naive", "modelling", "naive"))
    found = contest(BluffGame(4).start(), ways, 10 if quick else 40, seed)
    against = f"Brier score of {found.claims:,} beliefs, base rate {found.base_brier:.3f}"
    yield Trial(decision, "opponent model", each, 1, "updates", False, found.brier, against)


def _opponents(seed: int, quick: bool) -> Iterator[Trial]:
    """Hold'em: the model of a loose player after each hand he was seen in."""
    hands: list[Hand] = []
    pairs = 15 if quick else 60
    loose = ARCHETYPES["loose-passive"]
    duel(HoldemGame(raises="few"), EquityOdds(60), loose, pairs, seed, hands.append)

    def watched() -> None:
        models = {name: Opponent(name) for name in hands[0].players}
        for hand in hands:
            observe_hand(hand, models)

    _, seconds = timed(watched, 1)
    loss = held_out_loss(hands)
    against = f"nats a decision on {loss.decisions} unseen ones, bare rates {loss.marginal:.2g}"
    each = seconds / len(hands)
    decision = "hold'em, what will he do?"
    yield Trial(decision, "opponent model", each, 1, "hands", False, loss.model, against)


def _maps(seed: int, quick: bool) -> Iterator[Trial]:
    """Battleship: the chance of every cell, exact, sampled and by density."""
    game, decision = make_game("battleship"), "battleship, where to shoot?"
    sight = sight_of(game.parse_position(SHOTS), 0)
    unknown = np.flatnonzero(sight.marks == 0)
    exact, seconds = timed(lambda: probability_map(sight, 1 << 60, 1, stream_of(seed)), 1)
    truth = exact.heat[unknown]
    error, against = _no_rounding(float(truth.sum()) - AFLOAT), f"{AFLOAT} cells in all"
    fleets = exact.fleets or 0
    name = "posterior, all fleets"
    yield Trial(decision, name, seconds, fleets, "fleets", exact.is_exact, error, against)
    for samples in (100, 1000) if quick else (100, 1000, 10_000):
        sampled = partial(probability_map, sight, 0, samples)
        found, seconds = timed(lambda draw=sampled: draw(stream_of(seed)))  # type: ignore[misc]
        error = root_mean_square(found.heat[unknown] - truth)
        right = _is_best(found.heat[unknown], truth)
        name, against = f"posterior, {samples:,} fleets", f"exact chances of {len(unknown)} cells"
        yield Trial(decision, name, seconds, samples, "fleets", False, error, against, right)
    density, seconds = timed(lambda: density_map(sight)[unknown], calls=100)
    error = float(truth.max() - truth[int(np.argmax(density))])
    against, right = "chance to hit lost by its shot", _is_best(density, truth)
    yield Trial(
        decision, "density map", seconds, len(unknown), "cells", False, error, against, right
    )


def _no_rounding(error: float) -> float:
    """The error without what floating point leaves."""
    return 0.0 if abs(error) < 1e-9 else abs(error)


def _is_best(guessed: Floats, truth: Floats) -> float:
    """1 if the best by a guess is truly the best."""
    return float(np.isclose(truth[int(np.argmax(guessed))], truth.max()))


def _throws(seed: int, quick: bool) -> Iterator[Trial]:
    """Cribbage: all fifteen throws of six cards."""
    decision, cards = "cribbage, which two to throw?", parse_cards(SIX)
    exact, seconds = timed(lambda: throws_of(cards, role=1), calls=20)
    error = _no_rounding(float(np.abs(exact.hand - _hand_means(cards, exact.sets)).max()))
    against = "hands counted card by card; cribs by the model of a good opponent"
    yield Trial(decision, "all deals", seconds, DEALS, "deals", exact.is_exact, error, against)
    against = "points of 15 exact throws"
    for samples in (100, 1000) if quick else (100, 1000, 10_000):
        draw = partial(throws_of, cards, 1, "sample", samples=samples, seed=seed)
        found, seconds = timed(draw)
        off, right = _throw_worth(found, exact)
        name = f"{samples:,} sampled deals"
        yield Trial(decision, name, seconds, samples, "deals", False, off, against, right)
    found, seconds = timed(partial(throws_of, cards, 1, "table"), calls=20)
    off, right = _throw_worth(found, exact)
    yield Trial(decision, "published table", seconds, 15, "throws", False, off, against, right)


def _throw_worth(found: Throws, exact: Throws) -> tuple[float, float]:
    """The typical error in points, and whether the best throw is the best."""
    return root_mean_square(found.value - exact.value), _is_best(found.value, exact.value)


def _hand_means(cards: list[int], throws: list[int]) -> Floats:
    """What is kept of six cards counts on average, over the 46 starters."""
    means = []
    for thrown in throws:
        kept = [card for card in cards if not thrown >> card & 1]
        starters = [card for card in range(CARDS) if card not in cards]
        means.append(mean(score(kept, starter).total for starter in starters))
    return np.array(means)


def _captures() -> Iterator[Trial]:
    """Dice chess: which rolls take the king."""
    p, walk, decision = parse_dfen(KIWIPETE), new_walk(), "dice chess, king in danger?"
    by_search, slow = timed(lambda: int(king_rolls_by_search(p, 1, walk)))
    found, seconds = timed(lambda: int(king_rolls_against(p, 1)), calls=100)
    wrong = (found ^ by_search).bit_count()
    against = "of 56 rolls, by sets and by search alike"
    yield Trial(decision, "search of turns", slow, 56, "rolls", True, wrong, against)
    yield Trial(decision, "sets of rolls", seconds, 56, "rolls", True, wrong, against)


def _rollouts(seed: int, quick: bool) -> Iterator[Trial]:
    """Dice chess: who will win, by play to the end."""
    p, decision = parse_dfen(ROOK_ENDING), "dice chess, who wins a rook ending?"
    truth = dice_equity(p, EquityOptions(rollouts=4000 if quick else 20_000), child(seed, 1))
    for rollouts in (100, 1000):
        options = EquityOptions(rollouts=rollouts)
        estimate, seconds = timed(partial(dice_equity, p, options, child(seed, 2)), 1)
        against = f"{truth.rollouts:,} other roll-outs; its own error {estimate.white_error:.1g}"
        error = abs(estimate.white_win - truth.white_win)
        name = f"{rollouts:,} roll-outs"
        yield Trial(decision, name, seconds, rollouts, "roll-outs", False, error, against)


def _equities(seed: int, quick: bool) -> Iterator[Trial]:
    """Hold'em: two hands before the flop."""
    decision, hands = "hold'em, AhKh against QsQd", ["AhKh", "QsQd"]
    exact, seconds = timed(lambda: holdem_equity(hands), 1)
    value, total = exact.hands[0].equity.value, exact.total
    error, against = _no_rounding(total - ALL_BOARDS), "boards counted, of all there are"
    yield Trial(decision, "all boards", seconds, total, "boards", exact.is_exact, error, against)
    for samples in (1000, 10_000) if quick else (1000, 10_000, 100_000):
        found, seconds = timed(partial(holdem_equity, hands, samples=samples, seed=seed))
        equity = found.hands[0].equity
        off = abs(equity.value - value)
        against = f"the exact chance; its own error {equity.error:.1g}"
        name = f"{samples:,} sampled boards"
        yield Trial(decision, name, seconds, samples, "boards", False, off, against)
