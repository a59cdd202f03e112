"""The rules of bluff, on games small enough to follow by hand."""

import numpy as np
import pytest

from kibitz.core.game import OVER, payoff, play, turn, view, world
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadNotation, BadValue, IllegalMove
from kibitz.games.bluff.habits import BOLD, DOUBTING, TRUTHFUL, WILD
from kibitz.games.bluff.layout import (
    HAND,
    KNOWN,
    NOBODY,
    OWN,
    PILED,
    RIGHT,
    SEATS,
    SIZE,
    STOOD,
    WINNER,
    byte,
    opened,
    size_of,
)
from kibitz.games.bluff.notation import cards_text, counts, parse_cards
from kibitz.games.bluff.quick import play_on, quick_move
from kibitz.games.bluff.rules import make_move
from kibitz.search.playout import TO_THE_END

TWO = "AAKK,{rest} -,- {claim} {turn} -,-/-,- 0.0.0.0,0.0.0.0 0.0.0.0.0,0.0.0.0.0 {record} -,- -"
NO_RECORD = "0.0.0,0.0.0 -,-"
REST = "AA" + "".join(rank * 4 for rank in "23456789TJQ") + "KK"


def two(claim="A", turn_text="0@0"):
    return make_game("bluff(2)"), TWO.format(
        rest=REST, claim=claim, turn=turn_text, record=NO_RECORD
    )


def after(game, p, *texts):
    for text in texts:
        p = game.play(p, game.parse_move(p, text))
    return p


def test_a_deal_gives_out_the_whole_pack_evenly():
    game = make_game("bluff(5)")
    p = game.play(game.start(), 77)
    assert [p[SIZE + seat] for seat in range(5)] == [11, 11, 10, 10, 10]
    total = [sum(counts(int(p[HAND + seat]))[rank] for seat in range(5)) for rank in range(13)]
    assert total == [4] * 13


def test_the_size_of_any_cards_is_the_sum_of_their_counts():
    luck = np.random.default_rng(1)
    hands = [luck.integers(0, most + 1, 13) for most in (1, 4, 15) for _ in range(50)]
    for hand in [*hands, np.zeros(13, int), np.full(13, 15)]:
        cards = sum(int(count) << 4 * rank for rank, count in enumerate(hand))
        assert size_of(cards) == hand.sum()


@pytest.mark.parametrize("name", ["bluff(2,turns=30)", "bluff(4,turns=30)", "bluff(3,free=true)"])
@pytest.mark.parametrize("habit", [TRUTHFUL, DOUBTING, WILD, BOLD])
def test_playing_on_is_making_the_quick_moves_one_by_one(name, habit):
    game = make_game(name)
    slow = opened(game.play(game.start(), 5))
    fast, luck, same_luck = slow.copy(), stream(habit), stream(habit)
    play_on(fast, np.full(SEATS, habit), TO_THE_END, same_luck)
    while slow[WINNER] == NOBODY:
        make_move(slow, quick_move(slow, habit, luck))
    assert fast.tolist() == slow.tolist()


def test_a_truth_that_is_challenged_gives_the_pile_to_the_challenger():
    game, text = two()
    p = after(game, game.parse_position(text), "AA", "challenge")
    assert (p.size0, p.size1, p.rank, p.actor, p.turns) == (2, 50, 1, 1, 1)
    assert counts(int(p.hand1))[0] == 4
    assert cards_text(int(p[KNOWN + SEATS * 0 + 1])) == "AA"  # seat 0 knows what it put there
    assert p.shown0 == 1


def test_a_lie_that_is_challenged_returns_with_the_pile():
    game, text = two()
    p = after(game, game.parse_position(text), "AK", "pass", "2", "pass", "K", "challenge")
    assert p.size0 == 5  # K, A and K again, and the 2 of the other
    assert cards_text(int(p.hand0)) == "AA2KK"
    assert cards_text(int(p[KNOWN + SEATS * 1 + 0])) == "2K"  # its own card and the one shown
    assert p.shown0 == 1 << 8
    assert p.told0 == 1 << 8


def test_a_claim_that_nobody_challenges_stands_and_the_rank_rises():
    game, text = two()
    p = after(game, game.parse_position(text), "KK", "pass")
    assert (p.rank, p.actor, p.asked, p[PILED + 0]) == (1, 1, -1, 2)


def test_the_seat_without_cards_wins_when_its_last_claim_is_settled():
    game, text = two()
    p = after(game, game.parse_position(text), "AAKK", "pass")
    assert turn(p) == OVER
    assert [payoff(p, seat) for seat in range(2)] == [1, -1]
    caught = after(game, game.parse_position(text), "AAKK", "challenge")
    assert caught.size0 == 4
    assert turn(caught) == 1


def test_all_others_are_asked_in_order_from_the_left():
    game = make_game("bluff(4)")
    p = game.play(game.start(), 5)
    p = game.play(p, game.legal_moves(p)[0])
    asked = []
    while p.asked >= 0:
        asked.append(p.asked)
        p = game.play(p, 0)
    assert asked == [1, 2, 3]


def test_fewest_cards_win_when_the_turns_run_out_and_equal_ones_share():
    game = make_game("bluff(4,turns=2)")
    p = game.play(game.start(), 5)
    for _ in range(2):
        one = next(m for m in game.legal_moves(p) if len(game.move_text(p, m)) == 1)
        p = game.play(p, one)
        while p.asked >= 0:
            p = game.play(p, 0)
    assert turn(p) == OVER
    assert [payoff(p, seat) for seat in range(4)] == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])


def test_a_view_hides_hands_pile_and_the_play_from_others():
    game, text = two()
    p = after(game, game.parse_position(text), "AK")
    v = view(p, 1)
    assert v.hand0 == v.own0 == v.played == -1
    assert v.hand1 == p.hand1
    assert view(p, 0).played == p.played == parse_cards("AK")
    assert game.position_text(v).startswith("?2,")
    assert game.parse_position(game.position_text(v)) == v


def test_worlds_deal_only_what_the_seat_has_not_seen():
    game, text = two()
    p = after(game, game.parse_position(text), "AK", "pass", "2", "challenge", "A")
    v, luck = view(p, 1), stream(4)
    for _ in range(10):
        w = world(v, 1, luck)
        held = [counts(int(w[slot + seat])) for slot in (HAND, OWN) for seat in range(2)]
        assert [sum(column) for column in zip(*held, strict=True)] == [4] * 13
        assert view(w, 1) == v


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (("AAKK", "AAKX"), "X"),
        (("AAKK", "AAAAA"), "more than 4"),
        (("AAKK", "AAK"), "51 cards"),
        (("0@0", "2@0"), "2"),
        (("0@0", "0/0@0"), "made the claim"),
        (("0@0", "0/1@0"), "agree"),
        (("-,-/-,-", "-,-"), "entries"),
        (("-,-/-,-", "-,KKK/-,-"), "knows"),
        (("0.0.0.0,", "0.0.0,"), "counts"),
        ((" -,- A", " A"), "10"),
        (("0.0.0,0.0.0 -", "0.0,0.0.0 -"), "counts"),
        (("0.0.0,0.0.0 -,-", "0.0.0,0.0.0 A,-"), "piled"),
    ],
)
def test_bad_positions_are_refused_with_their_text(change, word):
    game, text = two()
    bad = text.replace(*change, 1)
    assert bad != text
    with pytest.raises(BadNotation) as refused:
        game.parse_position(bad)
    assert bad in str(refused.value)
    assert word in str(refused.value)


def test_bad_moves_and_options_are_refused():
    game, text = two()
    p = game.parse_position(text)
    for bad in ("2", "AAA", "AAKKA", "-", "boo"):
        with pytest.raises(IllegalMove, match=bad):
            game.parse_move(p, bad)
    with pytest.raises(IllegalMove, match="maybe"):
        game.parse_move(play(p, game.parse_move(p, "A")), "maybe")
    with pytest.raises(IllegalMove, match="shuffle"):
        game.parse_move(game.start(), "shuffle")
    for options in ("bluff(1)", "bluff(7)", "bluff(turns=0)"):
        with pytest.raises(BadValue):
            make_game(options)


def test_answers_and_claims_are_remembered_by_all():
    game, text = two()
    p = after(game, game.parse_position(text), "AA", "challenge")  # a truth: seat 1 was wrong
    assert (p.called0, p.called1) == (0, 1)
    p = after(game, p, "2", "pass")
    assert p.claims1 == parse_cards("2")
    p = after(game, p, "K", "pass")  # claimed as a three by a hand of two: doubtful
    assert (byte(p.called1, STOOD), p.claims0) == (1, parse_cards("3"))
    lie = after(game, p, "2", "challenge")  # claimed as a four
    assert (byte(lie.called0, RIGHT), lie.claims0, lie.claims1) == (1, 0, 0)
    for seat in range(2):
        v = view(p, seat)
        assert (v.called0, v.called1, v.claims0, v.claims1) == (0, p.called1, p.claims0, p.claims1)


def test_what_a_seat_is_said_to_have_taken_are_claims_and_cards_shown_until_it_is_asked():
    game, text = two()
    p = after(game, game.parse_position(text), "AA", "challenge", "2", "pass", "K", "pass")
    assert (p.taken0, p.taken1) == (0, parse_cards("AA"))
    p = after(game, p, "2", "challenge")  # no four: seat 1 takes a two, a king said to be a three
    assert p.taken1 == parse_cards("AA223")
    assert game.parse_position(game.position_text(p)) == p
    assert all(view(p, seat).taken1 == p.taken1 for seat in range(2))


def test_nothing_is_said_of_a_rank_once_the_seat_was_asked_for_it():
    game, text = two()
    p = after(game, game.parse_position(text), "AA", "challenge")
    p = p._replace(taken1=parse_cards("AA2233"))  # it is asked for twos
    assert after(game, p, "2").taken1 == parse_cards("AA2233")  # while the claim is judged
    for answer, left in (("pass", "AA33"), ("challenge", "AA33")):
        assert after(game, p, "2", answer).taken1 == parse_cards(left)
    assert after(game, p, "3", "challenge").taken1 == parse_cards("AA333")  # it takes the lie back


def test_an_answer_to_the_last_cards_tells_nothing_of_a_seat():
    game, text = two()
    caught = after(game, game.parse_position(text), "AAKK", "challenge")
    assert caught.called1 == 0
