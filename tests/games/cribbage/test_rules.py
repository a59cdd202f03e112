"""The rules: playthroughs by hand, the slow twin, views, worlds and texts."""

from itertools import pairwise

import numpy as np
import pytest
from tests.naive import cribbage as naive

from kibitz.core.cards import parse_card, parse_cards
from kibitz.core.game import OVER, payoff, play, sample, turn, view, world
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadNotation, BadValue, IllegalMove
from kibitz.games.cribbage.table.knowledge import size_of
from kibitz.games.cribbage.table.rules import (
    DEAL,
    DONE,
    HAND,
    PLAY,
    PLAYED,
    SCORE,
    TARGET,
    crib_of,
)
from kibitz.games.cribbage.table.text import cards_of

GAME = make_game("cribbage")


def random_game(players, seed):
    """Every position of a random game with the move played in it."""
    game = make_game(f"cribbage(players={players})")
    p, random, out, steps = game.start(), stream(seed), game.scratch(), []
    while turn(p) != OVER:
        move = sample(p, out, random)
        steps.append((p, move))
        p = play(p, move)
    return game, steps, p


def after(line, *cards):
    p = GAME.parse_position(line)
    for card in cards:
        p = GAME.play(p, GAME.parse_move(p, card))
    return p


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_game_ends_with_one_side_at_121_and_payoffs_that_sum_to_zero(players):
    _, steps, end = random_game(players, 5)
    scores = end[SCORE : SCORE + 3]
    assert scores.count(TARGET) == 1
    assert max(scores) == TARGET
    assert sum(payoff(end, seat) for seat in range(players)) == 0
    assert all(max(p[SCORE : SCORE + 3]) < TARGET for p, _ in steps)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_are_idempotent_and_worlds_fit_them_and_texts_round_trip(players):
    game, steps, end = random_game(players, 6)
    random = stream(7)
    for p, move in steps[:60] + steps[-3:]:
        assert game.parse_position(game.position_text(p)) == p
        assert game.parse_move(p, game.move_text(p, move)) == move
        for seat in range(players):
            v = view(p, seat)
            assert view(v, seat) == v
            assert game.parse_position(game.position_text(v)) == v
            drawn = world(v, seat, random)
            assert view(drawn, seat) == v
            assert game.parse_position(game.position_text(drawn)) == drawn
    assert game.parse_position(game.position_text(end)) == end
    assert str(end.score0) in str(game.show(end))


def test_hands_count_and_peg_as_the_slow_twin_says():
    for seed in range(3):
        _, steps, end = random_game(2, 20 + seed)
        positions = [p for p, _ in steps] + [end]
        deals = [i for i, p in enumerate(positions) if p.phase == DEAL] + [len(positions) - 1]
        for begin, finish in pairwise(deals):
            if positions[finish].phase != DONE:
                check_hand(positions[begin : finish + 1], steps[begin:finish])


def check_hand(positions, steps):
    done, dealer = positions[-1], positions[0].dealer
    pone = 1 - dealer
    played = [(p.seat, move) for p, move in steps if p.phase == PLAY]
    lines = {seat: [card for who, card in played if who == seat] for seat in (0, 1)}
    queue = {seat: list(line) for seat, line in lines.items()}
    order = [pone, dealer]
    totals, _ = naive.play_hand(
        [lines[pone], lines[dealer]], lambda seat, playable: queue[order[seat]].pop(0)
    )
    heels = 2 if done.starter >> 2 == 10 else 0
    crib = naive.points(cards_of(crib_of(done)), done.starter, crib=True)
    gained = [done[SCORE + seat] - positions[0][SCORE + seat] for seat in (0, 1)]
    assert gained[pone] == totals[0] + naive.points(lines[pone], done.starter)
    assert gained[dealer] == totals[1] + naive.points(lines[dealer], done.starter) + crib + heels


PLAYING = "phase=play dealer=1 seat=0 scores=0-0 starter=2c"


def test_a_go_gives_one_and_the_last_player_to_lay_leads_second():
    hands = "hands=KhKd9s9d/KsQsJs8h thrown=AhAd/AsAc"
    p = after(f"{PLAYING} {hands}", "Kh", "Ks", "Kd")
    assert (p.score0, p.score1) == (7, 2)  # pair royal 6, then 30 and a go: 1
    assert p.pile == 0
    assert p.seat == 1
    assert p.bars == 1 << 5 | 1  # neither has an ace


def test_31_gives_two_and_never_three():
    hands = "hands=Kh5d9s9d/KsQs6s8h thrown=AhAd/AsAc"
    p = after(f"{PLAYING} {hands}", "Kh", "Ks", "5d", "6s")
    assert (p.score0, p.score1) == (0, 4)  # a pair and 31
    assert p.seat == 0


def test_who_said_go_waits_while_the_other_plays_on_and_scores():
    hands = "hands=KhQd9s9d/KsJsAsAc thrown=AhAd/2h2d"
    p = after(f"{PLAYING} {hands}", "Kh", "Ks", "9s")
    assert (p.seat, p.bars) == (1, 0)
    p = GAME.play(p, parse_card("As"))
    assert (p.seat, p.bars) == (1, 1)  # at 30 seat 0 has no ace
    p = GAME.play(p, parse_card("Ac"))
    assert p.score1 == 2 + 2 + 2  # a pair, a pair of aces, 31
    assert p.seat == 0


def test_the_last_card_takes_one_and_the_show_counts_pone_dealer_crib():
    line = (
        "phase=play dealer=1 seat=0 scores=0-0 starter=5c hands=Jc/Qd "
        "played=5h5s5d/4h3h2h thrown=KdKs/7c8c pile="
    )
    p = after(line, "Jc", "Qd")
    assert p.phase == DEAL
    assert p.score0 == 29
    assert p.score1 == 1 + naive.points(parse_cards("4h 3h 2h Qd"), parse_card("5c")) + (
        naive.points(parse_cards("Kd Ks 7c 8c"), parse_card("5c"), crib=True)
    )
    assert p.dealer == 0


def test_pone_counts_first_and_the_game_ends_there():
    line = (
        "phase=play dealer=1 seat=0 scores=100-120 starter=5c hands=Jc/Qd "
        "played=5h5s5d/4h3h2h thrown=KdKs/7c8c"
    )
    p = after(line.replace("100-120", "92-119"), "Jc", "Qd")
    assert (p.score0, p.score1, p.phase) == (121, 120, DONE)
    assert (payoff(p, 0), payoff(p, 1)) == (1, -1)
    p = after(line, "Jc", "Qd")
    assert (p.score0, p.score1) == (100, 121)  # the last card wins before the show


def test_his_heels_can_win_the_game():
    line = "phase=cut dealer=1 seat=0 scores=120-119 hands=2h3h4h5h/2s3s4s5s thrown=KdKs/7c8c"
    p = after(line, "Jh")
    assert (p.phase, p.score1) == (DONE, TARGET)
    p = after(line.replace("119", "118"), "Jh")
    assert (p.phase, p.score1) == (PLAY, 120)


@pytest.mark.parametrize(("loser", "games"), [(91, 1), (90, 2), (61, 2), (60, 3)])
def test_skunks_count_two_and_three_games_where_wanted(loser, games):
    game = make_game("cribbage(skunks=true)")
    p = game.parse_position(f"phase=done dealer=0 seat=0 scores={loser}-121")
    assert (payoff(p, 0), payoff(p, 1)) == (-games, games)
    assert payoff(GAME.parse_position(f"phase=done dealer=0 seat=0 scores={loser}-121"), 1) == 1


def test_worlds_heed_what_a_go_has_proved_and_reach_every_other_card():
    line = (
        "phase=play dealer=1 seat=0 scores=0-0 starter=2c hands=9s9d/?? played=KhQd/KsJs "
        "thrown=AhAd/?? bars=0/9"
    )
    v, random, seen = GAME.parse_position(line), stream(3), 0
    for _ in range(300):
        drawn = world(v, 0, random)
        assert size_of(drawn.hand1) == 2
        assert all(card >> 2 >= 9 for card in cards_of(drawn.hand1))
        seen |= drawn.hand1
    assert size_of(seen) == 12  # T, J, Q, K less the four played


def test_worlds_are_uniform_over_the_hidden_cards():
    line = (
        "phase=play dealer=1 seat=0 scores=0-0 starter=2c hands=9s/? played=KhQd8h/KsJs7c "
        "thrown=AhAd/?? bars=0/9"
    )
    v, random, counts, n = GAME.parse_position(line), stream(4), np.zeros(52), 1200
    for _ in range(n):
        counts[cards_of(world(v, 0, random).hand1)] += 1
    chance = 1 / 12
    sigma = np.sqrt(n * chance * (1 - chance))
    # Twelve cards, 4.5 sigma each: a fair draw fails once in 10,000.
    assert np.all(abs(counts[counts > 0] - n * chance) < 4.5 * sigma)
    assert (counts > 0).sum() == 12


@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_deal_five_each_and_four_make_the_crib(players):
    _, steps, _ = random_game(players, 9)
    dealt = next(p for p, _ in steps if p.phase == 2)
    sizes = [int(size_of(dealt[HAND + seat])) for seat in range(players)]
    assert sizes == [5] * players
    shown = next(p for p, _ in steps[2:] if p.phase == DEAL)
    assert size_of(crib_of(shown)) == 4
    assert all(size_of(shown[PLAYED + seat]) == 4 for seat in range(players))


BAD_POSITIONS = {
    "phase=play": "lacks scores",
    "phase=nap scores=0-0": "phase 'nap'",
    "phase=first scores=0-0-0": "3 scores",
    "phase=first scores=0-130": "score '130'",
    "phase=first scores=0-121": "exactly when it is done",
    "phase=first scores=0-0 hat=1": "'hat=1'",
    "phase=first scores=0-0 scores=0-0": "twice",
    f"{PLAYING} hands=5h5h5d5s/???? thrown=AhAd/??": "twice",
    f"{PLAYING} hands=5h2c5d5s/???? thrown=AhAd/??": "2c appears twice",
    f"{PLAYING} hands=5h6c5d/???? thrown=AhAd/??": "holds 3 cards",
    f"{PLAYING} hands=5h6c5dXs/???? thrown=AhAd/??": "'Xs' is not a card",
    f"{PLAYING} hands=5h6c5d/???? played=Kh/ thrown=AhAd/?? pile=KK": "nobody has played",
    f"{PLAYING} hands=5h6c/?? played=KhQh/KdQd thrown=AhAd/?? pile=KQKQ": "passes 31",
    f"{PLAYING} hands=5h6c5d5s/???? thrown=AhAd/?? bars=5/0": "excluded",
    "phase=throw dealer=0 seat=1 scores=0-0 starter=Kh hands=??????/??????": "starter",
    "phase=throw dealer=7 seat=1 scores=0-0 hands=??????/??????": "dealer '7'",
}


@pytest.mark.parametrize("line", BAD_POSITIONS)
def test_a_position_that_cannot_be_is_refused_with_its_fault(line):
    with pytest.raises(BadNotation, match=BAD_POSITIONS[line]):
        GAME.parse_position(line)


@pytest.mark.parametrize(
    ("text", "fault"),
    [("Kh", "not in the hand"), ("Zz", "not a card"), ("9s 8h", "2 cards"), ("9s", "past 31")],
)
def test_a_move_that_cannot_be_is_refused_with_its_fault(text, fault):
    line = f"{PLAYING} hands=9sAs/?? played=Kc4c/Ks6s thrown=AhAd/?? pile=KK4"
    p = GAME.parse_position(line)
    with pytest.raises(IllegalMove, match=fault):
        GAME.parse_move(p, text)


def test_there_is_no_cribbage_for_one_or_five():
    for players in (1, 5):
        with pytest.raises(BadValue, match=str(players)):
            make_game(f"cribbage(players={players})")
