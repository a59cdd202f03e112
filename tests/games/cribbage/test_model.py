"""The model of a good opponent's throws against plain enumeration of whole hands."""

from itertools import combinations

import numpy as np
import pytest
from tests.naive import cribbage as naive

from kibitz.core.cards import parse_cards
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.table.score import DECK, PAIR, RANK_PAIRS, RANKS, set_points
from kibitz.games.cribbage.table.text import set_of
from kibitz.games.cribbage.throwing.endgame import drawn_world, throw_values, unseen_deck
from kibitz.games.cribbage.throwing.keeps import DEALER, PONE
from kibitz.games.cribbage.throwing.model import (
    RANK_HANDS,
    SPOT,
    hand_number,
    modelled_place,
    packed,
    rank_hands,
    shipped_models,
    unpacked,
)
from kibitz.games.cribbage.throwing.throw import HIGH, LOW
from kibitz.games.cribbage.throwing.throws import crib_of_pair, throws_of

ROLES = pytest.mark.parametrize("role", [PONE, DEALER])


def pairs_of(model):
    """The rank pair of every throw of a model."""
    return (model.spots & SPOT) // RANKS


def test_rank_hands_are_numbered_in_their_order():
    hands = rank_hands()
    assert len(hands) == RANK_HANDS == 18_564
    assert [int(hand_number(hands[n], 0)) for n in (0, 777, 18_563)] == [0, 777, 18_563]
    assert np.all(np.diff(hands, axis=1) >= 0)
    assert len({tuple(hand) for hand in hands.tolist()}) == RANK_HANDS


def test_the_models_say_for_every_hand_what_is_thrown():
    for model in shipped_models():
        sums = np.add.reduceat(model.chances, model.starts[:-1])
        assert np.allclose(sums, 1.0)
        assert model.starts[-1] == len(model.places) == len(model.spots)
    # From 5-5-5-J-2-8 everybody throws the 2 and the 8.
    number = int(hand_number(np.array([1, 4, 4, 4, 7, 10]), 0))
    for model in shipped_models():
        thrown = pairs_of(model)[model.starts[number] : model.starts[number + 1]]
        assert [RANK_PAIRS[pair] for pair in thrown] == [(1, 7)]


@pytest.mark.compiled
def test_packing_keeps_chances_to_a_byte():
    rng = np.random.default_rng(3)
    chosen = np.zeros((2, RANK_HANDS, 15))
    chosen[:, :, 4] = 1.0
    chosen[1, 5] = rng.dirichlet(np.ones(15))
    one, two = unpacked(packed(chosen))
    assert set(one.places) == {4}
    row = slice(two.starts[5], two.starts[6])
    assert np.allclose(two.chances[row], chosen[1, 5, two.places[row]], atol=0.5 / 255 + 0.03)


def enumerated_crib(pair, unseen, model):
    """The mean crib over every hand of six of the unseen cards, every throw and starter."""
    total, mass, pairs = 0.0, 0.0, pairs_of(model)
    for hand in combinations(unseen, 6):
        number = int(hand_number(np.array(hand), 2))
        for entry in range(model.starts[number], model.starts[number + 1]):
            ranks = sorted(RANK_PAIRS[pairs[entry]])
            throws = [t for t in combinations(hand, 2) if sorted(c >> 2 for c in t) == ranks]
            for thrown in throws:
                for starter in set(unseen) - set(hand):
                    weight = model.chances[entry] / len(throws)
                    total += weight * naive.points([*pair, *thrown], starter, crib=True)
                    mass += weight
    return total / mass


@pytest.mark.compiled
@ROLES
def test_a_crib_is_what_all_hands_that_fit_what_is_known_throw(role):
    # Ten cards unseen, rich in Jacks and hearts, so that nobs and flushes count.
    for text, throw in (
        ("Jh Jd 5h 5c 6h 7h 8d 8h Kh Ts", "2h 3h"),
        ("Ah 2h 3h 4h Jh Js 9d 9c Qc 6c", "Jc 7c"),
    ):
        unseen, pair = sorted(parse_cards(text)), parse_cards(throw)
        known = [card for card in range(DECK) if card not in {*unseen, *pair}]
        wanted = enumerated_crib(pair, unseen, shipped_models()[1 - role])
        assert crib_of_pair(pair, role, known) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.compiled
@ROLES
def test_a_throw_and_a_bare_pair_with_its_cards_known_are_worth_the_same_crib(role):
    cards = sorted(parse_cards("5h 7s 8d Jc Jh Ks"))
    thrown = throws_of(cards, role)
    for place in range(15):
        pair = [cards[HIGH[place]], cards[LOW[place]]]
        rest = [card for card in cards if card not in pair]
        assert crib_of_pair(pair, role, rest) == pytest.approx(abs(thrown.crib[place]), abs=1e-9)


@pytest.mark.compiled
def test_dangerous_pairs_count_what_they_were_seen_to_count():
    # 2,600 deals of experts: what cribs with these throws of pone came to, with their errors.
    for throw, came, error in (("7h 8s", 7.39, 0.12), ("6h 7s", 6.12, 0.12), ("7h 7s", 6.82, 0.12)):
        assert crib_of_pair(parse_cards(throw), PONE) == pytest.approx(came, abs=2 * error)


@ROLES
def test_drawn_worlds_count_the_crib_that_is_predicted(role):
    six = np.array(sorted(parse_cards("5h 7s 8d Jc Jh Ks")))
    deck, theirs, luck = np.empty(52, np.int64), np.empty(6, np.int64), stream(8)
    model, pair = shipped_models()[1 - role], set_of(parse_cards("7s 8d"))
    unseen, cribs = unseen_deck(six, deck), []
    for _ in range(4000 if COMPILED else 40):
        held, away, starter = drawn_world(deck, unseen, model, theirs, luck)
        assert away & held == away
        assert not held >> starter & 1
        cribs.append(set_points(pair | away, starter, 1))
    error = np.std(cribs) / np.sqrt(len(cribs))
    predicted = crib_of_pair(parse_cards("7s 8d"), role, parse_cards("5h Jc Jh Ks"))
    assert abs(np.mean(cribs) - predicted) < 4 * error


@pytest.mark.compiled
@ROLES
def test_experts_throw_each_pair_of_ranks_as_often_as_the_model_says(role):
    # In the same hands, so that little is left to chance: only the suits are averaged over.
    lore, rng, values = shipped_lore(), np.random.default_rng(17), np.empty(15)
    model, thrown = lore.models[role], pairs_of(lore.models[role])
    more, variance = np.zeros(len(RANK_PAIRS)), np.zeros(len(RANK_PAIRS))
    for _ in range(8000):
        six = np.sort(rng.permutation(DECK)[:6])
        throw_values(six, role, lore, values)
        best, number = int(np.argmax(values)), int(hand_number(six, 2))
        more[PAIR[RANKS * (six[HIGH[best]] >> 2) + (six[LOW[best]] >> 2)]] += 1
        entries = slice(model.starts[number], model.starts[number + 1])
        np.add.at(more, thrown[entries], -model.chances[entries])
        np.add.at(variance, thrown[entries], model.chances[entries] * (1 - model.chances[entries]))
    seen = variance > 2
    square = float((more[seen] ** 2 / variance[seen]).sum())
    # Chi-square of so many pairs; half an error per pair is left for suits never dealt.
    assert square < 1.25 * seen.sum() + 4 * np.sqrt(2 * seen.sum())


def test_throws_are_drawn_by_their_chances():
    model = shipped_models()[PONE]
    counts = np.diff(model.starts)
    number = int(np.flatnonzero(counts == 2)[0])
    ranks = rank_hands()[number]
    six = np.sort([4 * rank + suit for suit, rank in zip((0, 1, 2, 3, 0, 1), ranks, strict=True)])
    chance, n, luck = float(model.chances[model.starts[number]]), 2000, stream(9)
    first = int(model.places[model.starts[number]])
    got = sum(int(modelled_place(six, model, luck)) == first for _ in range(n))
    assert abs(got - n * chance) < 4 * np.sqrt(n * chance * (1 - chance))


def test_cribs_of_no_pair_are_refused():
    for pair, known in (([1], []), ([1, 1], []), ([1, 2], [2]), ([1, 60], [])):
        with pytest.raises(BadValue, match="different cards"):
            crib_of_pair(pair, PONE, known)
    with pytest.raises(BadValue, match="leave no hand"):
        crib_of_pair([0, 1], PONE, range(2, 48))
