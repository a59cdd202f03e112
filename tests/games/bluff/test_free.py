"""The free-rank variant of bluff: one card a turn, any rank claimed, fewest cards win."""

import pytest

from kibitz.core.game import OVER, payoff, turn, view, world
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadNotation, BadValue, IllegalMove
from kibitz.games.bluff.belief import cannot_be_true
from kibitz.games.bluff.contest import contest
from kibitz.games.bluff.free import free_belief, lie_rate, void_chance
from kibitz.games.bluff.layout import HAND, OWN, SIZE, opened
from kibitz.games.bluff.notation import counts
from kibitz.games.bluff.values import HONEST, MODELLING, NAIVE
from kibitz.players.roster import make_player
from tests.naive import bluff as naive

REST = "AA" + "".join(rank * 4 for rank in "23456789TJQ") + "KK"
START = f"AAKK,{REST} -,- - 0@0 -,-/-,- 0.0.0.0,0.0.0.0 0.0.0.0.0,0.0.0.0.0 0.0.0,0.0.0 -,- -,- -"


def after(game, p, *texts):
    for text in texts:
        p = game.play(p, game.parse_move(p, text))
    return p


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_a_deal_gives_out_all_packs_evenly(decks):
    game = make_game(f"bluff(5,free=true,decks={decks})")
    p = game.play(game.start(), 77)
    sizes = [p[SIZE + seat] for seat in range(5)]
    assert sum(sizes) == 52 * decks
    assert max(sizes) - min(sizes) == 1
    total = [sum(counts(int(p[HAND + seat]))[rank] for seat in range(5)) for rank in range(13)]
    assert total == [4 * decks] * 13


def test_every_card_may_be_claimed_to_be_any_rank():
    game = make_game("bluff(2,free=true)")
    p = game.parse_position(START)
    texts = [game.move_text(p, move) for move in game.legal_moves(p)]
    assert texts == [f"{card}:{rank}" for card in "AK" for rank in "A23456789TJQK"]
    assert game.position_text(p) == START


def test_a_lie_returns_and_a_truth_goes_to_the_challenger():
    game = make_game("bluff(2,free=true)")
    p = game.parse_position(START)
    caught = after(game, p, "K:Q", "challenge")
    assert (caught.size0, caught.size1, caught.actor) == (4, 48, 1)
    wrong = after(game, p, "K:K", "challenge")
    assert (wrong.size0, wrong.size1, wrong.actor) == (3, 49, 1)
    stood = after(game, p, "K:Q", "pass")
    assert (stood.size0, stood.piled0, stood.rank) == (3, 1, 0)


def test_the_fewest_cards_win_after_the_rounds():
    game = make_game("bluff(2,free=true,rounds=1)")
    p = after(game, game.parse_position(START), "K:K", "pass", "2:2", "pass")
    assert turn(p) == OVER
    assert [payoff(p, seat) for seat in range(2)] == [1, -1]


def test_a_void_is_as_likely_as_enumeration_says():
    for unseen, matching, drawn in ((6, 2, 3), (9, 4, 4), (7, 0, 3), (6, 4, 6)):
        possible = naive.can_be_true(unseen, matching, drawn, 1)
        assert void_chance(unseen, matching, drawn) == pytest.approx(1 - possible)


def test_a_rank_that_cannot_be_held_is_a_lie_and_liars_are_doubted_more():
    game = make_game("bluff(2,free=true)")
    p = after(game, game.parse_position(START), "A:2")
    v = opened(view(p, 1))
    assert free_belief(v, 1) == cannot_be_true(v, 1) == 1
    assert lie_rate(0, 5) < lie_rate(0, 0) < lie_rate(0, 5 << 8)
    true = after(game, game.parse_position(START), "A:A")
    lie = free_belief(opened(view(true, 1)), 1)
    # 2 of the 4 unseen cards are aces: the share is 1/2, the rate 1/13
    assert lie == pytest.approx((1 / 13) / (1 / 13 + 12 / 13 * 13 / 2))


def test_worlds_deal_the_cards_not_seen():
    game, luck = make_game("bluff(3,free=true,decks=3)"), stream(4)
    p = game.play(game.start(), 5)
    for _ in range(3):
        p = game.play(p, game.legal_moves(p)[-1])
        v = view(p, p.asked)
        w = world(v, p.asked, luck)
        held = [counts(int(w[slot + seat])) for slot in (HAND, OWN) for seat in range(3)]
        assert [sum(column) for column in zip(*held, strict=True)] == [12] * 13
        assert view(w, p.asked) == v
        p = game.play(game.play(p, 0), 0)


def test_every_player_tells_the_truth_where_it_is_always_at_hand():
    game = make_game("bluff(4,free=true)")
    p = game.play(game.start(), 4)
    for name in ("honest", "naive", "modelling"):
        card, rank = game.move_text(p, make_player(name, game).move(view(p, 0), 0, 1)).split(":")
        assert card == rank


@pytest.mark.compiled
def test_who_challenges_on_odds_loses_to_who_never_does():
    game = make_game("bluff(2,free=true,rounds=10)")
    for way in (NAIVE, MODELLING):
        found = contest(game.start(), (HONEST, way), 50 if COMPILED else 2, seed=3)
        assert found.means[0] > -4 * found.errors[0] - 1e-9
        assert found.lie_rate == 0


def test_bad_texts_and_options_are_refused():
    game = make_game("bluff(2,free=true)")
    p = game.parse_position(START)
    for bad in ("K", "2:2", "KK:K", "K:X", ":"):
        with pytest.raises(IllegalMove, match=bad):
            game.parse_move(p, bad)
    for old, new in ((" - 0@0", " Q 0@0"), (" - 0@0", " Q:2:QK 0/1@0"), ("AAKK", "AAK")):
        with pytest.raises(BadNotation):
            game.parse_position(START.replace(old, new, 1))
    for options in ("decks=2", "rounds=5", "free=true,decks=4", "free=true,rounds=0"):
        with pytest.raises(BadValue):
            make_game(f"bluff({options})")
    with pytest.raises(BadValue, match="turns"):
        make_game("bluff(free=true,turns=10)")
