"""The game against pokerkit on random hands, against hands told by hand, and its texts."""

import warnings

import numpy as np
import pytest

from kibitz.core.cards import card_text
from kibitz.core.game import CHANCE, OVER, moves, payoff, play, sample, turn, view, world
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadNotation, BadValue, IllegalMove
from kibitz.games.holdem.table.position import (
    CALL,
    FOLD,
    behind,
    bet,
    board_card,
    hole,
    is_in,
    paid,
)
from kibitz.games.holdem.table.rules import won

HANDS = 500 if COMPILED else 12


def random_table(rng):
    seats = int(rng.integers(2, 11))
    stacks = "/".join(str(n) for n in rng.integers(3, 60, seats))
    limit = "true" if rng.random() < 0.3 else "false"
    ante = int(rng.random() < 0.3)
    return make_game(f"holdem(seats={seats},ante={ante},limit={limit},stacks={stacks})")


class Oracle:
    """A hand at pokerkit's table with the cards of one of our positions."""

    def __init__(self, game, p):
        from pokerkit import Automation as Does
        from pokerkit import FixedLimitTexasHoldem, NoLimitTexasHoldem

        does = (
            Does.ANTE_POSTING,
            Does.BET_COLLECTION,
            Does.BLIND_OR_STRADDLE_POSTING,
            Does.CARD_BURNING,
            Does.HOLE_CARDS_SHOWING_OR_MUCKING,
            Does.HAND_KILLING,
            Does.CHIPS_PUSHING,
            Does.CHIPS_PULLING,
        )
        blinds, common = (game.small, game.big), (does, True, game.ante)
        if game.kind == 1:
            sizes = (game.big, 2 * game.big)
            made = FixedLimitTexasHoldem.create_state(
                *common, blinds, *sizes, game.stacks, game.seats
            )
        else:
            made = NoLimitTexasHoldem.create_state(
                *common, blinds, game.big, game.stacks, game.seats
            )
        self.state, self.p, self.shown = made, p, 0
        for seat in range(game.seats):
            made.deal_hole("".join(card_text(int(hole(p, seat, i))) for i in range(2)))

    def deal_board(self):
        while self.state.can_deal_board():
            end = 3 if self.shown == 0 else self.shown + 1
            cards = (card_text(int(board_card(self.p, i))) for i in range(self.shown, end))
            self.state.deal_board("".join(cards))
            self.shown = end

    def play(self, move):
        if move == FOLD:
            self.state.fold()
        elif move == CALL:
            self.state.check_or_call()
        else:
            self.state.complete_bet_or_raise_to(move - CALL)


def test_random_hands_end_with_the_stacks_that_pokerkit_gives():
    """Whoever acts, whatever is legal and who wins what, side pots included.

    Ours is stricter than pokerkit in two places and never laxer: the big blind counts
    among the four bets of a limit street, and whoever has acted may not raise a short all-in.
    """
    pytest.importorskip("pokerkit")
    warnings.simplefilter("ignore")
    rng, luck = np.random.default_rng(1), stream(5)
    side_pots = 0
    for _ in range(HANDS):
        game = random_table(rng)
        out = game.scratch()
        p = play(game.start(), int(sample(game.start(), out, luck)))
        oracle = Oracle(game, p)
        while turn(p) != OVER:
            oracle.deal_board()
            state = oracle.state
            assert state.actor_index == turn(p)
            sizes = [int(move) - CALL for move in out[: moves(p, out)] if move > CALL]
            if sizes:
                assert state.min_completion_betting_or_raising_to_amount == sizes[0]
                assert state.max_completion_betting_or_raising_to_amount == sizes[-1]
            move = int(sample(p, out, luck))
            oracle.play(move)
            p = play(p, move)
        oracle.deal_board()
        assert not oracle.state.status
        ours = [
            game.stacks[seat] + int(won(p, seat)) - int(paid(p, seat)) for seat in range(game.seats)
        ]
        assert ours == list(oracle.state.stacks)
        side_pots += len({int(paid(p, s)) for s in range(game.seats) if not p.folded >> s & 1}) > 1
    assert side_pots > HANDS // 20


def after_deal(game, cards, board):
    """The position after a deal of these cards."""
    text = game.position_text(play(game.start(), 7))
    street, chips, _, _, betting = text.split()
    return game.parse_position(f"{street} {chips} {cards} {board} {betting}")


def played(game, p, *texts):
    for text in texts:
        p = play(p, game.parse_move(p, text))
    return p


def test_the_button_has_the_small_blind_and_acts_first_before_the_flop_heads_up():
    game = make_game("holdem")
    p = after_deal(game, "AhAd,KhKd", "2c7d9sJcQd")
    assert turn(p) == 1
    assert (paid(p, 0), paid(p, 1)) == (2, 1)
    p = played(game, p, "call", "check")
    assert turn(p) == 0  # the big blind begins after the flop
    p = played(game, p, "bet 10", "raise 40", "c", "c", "c", "c", "c")
    assert turn(p) == OVER
    assert (payoff(p, 0), payoff(p, 1)) == (21, -21)  # 42 chips


def test_side_pots_go_to_the_best_hand_that_paid_for_them():
    game = make_game("holdem(seats=3,stacks=10/30/50)")
    p = after_deal(game, "AhAd,KhKd,QhQd", "2c7d9sJc3d")
    p = played(game, p, "r50", "c", "c")
    assert turn(p) == OVER
    assert [won(p, s) for s in range(3)] == [30, 40, 20]  # the queens' 20 come back


def test_an_odd_chip_goes_to_the_first_winner():
    game = make_game("holdem(seats=3,stacks=20/20/20)")
    p = after_deal(game, "3h4d,KhKd,KsKc", "2c7d9sJcQd")
    p = played(game, p, "r5", "f", "c", "c", "c", "c", "c", "c", "c")
    assert [won(p, s) for s in range(3)] == [0, 6, 5]


def test_a_short_all_in_does_not_let_those_who_acted_raise_again():
    game = make_game("holdem(seats=3,stacks=100/16/100)")
    p = played(game, after_deal(game, "AhAd,KhKd,QhQd", "2c7d9sJc3d"), "r10", "c", "r16")
    assert turn(p) == 2
    assert game.legal_moves(p) == [FOLD, CALL]
    with pytest.raises(IllegalMove, match="no raise is allowed"):
        game.parse_move(p, "r40")


def test_limit_bets_have_one_size_and_stop_after_four():
    game = make_game("holdem(limit=true)")
    p = after_deal(game, "AhAd,KhKd", "2c7d9sJc3d")
    for size in (4, 6, 8):
        assert game.legal_moves(p) == [FOLD, CALL, CALL + size]
        p = play(p, CALL + size)
    assert game.legal_moves(p) == [FOLD, CALL]
    p = played(game, p, "c", "c", "c")
    assert game.legal_moves(p) == [CALL, CALL + 4]  # the turn doubles the bets


def test_few_raises_are_the_least_half_pot_pot_and_all_in():
    game = make_game("holdem(raises=few)")
    p = after_deal(game, "AhAd,KhKd", "2c7d9sJc3d")
    assert game.legal_moves(p) == [FOLD, CALL, CALL + 4, CALL + 6, CALL + 200]
    p = played(game, p, "r6", "c")
    assert game.legal_moves(p) == [CALL, *(CALL + n for n in (2, 6, 12, 194))]


@pytest.mark.parametrize("text", ["holdem(seats=9,stack=40)", "holdem(seats=6,limit=true,ante=1)"])
def test_views_hide_what_a_seat_cannot_see_and_worlds_fill_it_with_unseen_cards(text):
    game, luck = make_game(text), stream(3)
    out = game.scratch()
    for _ in range(6):
        p = game.start()
        while turn(p) != OVER:
            if turn(p) != CHANCE:
                for seat in range(game.seats):
                    v = view(p, seat)
                    w = world(v, seat, luck)
                    assert view(w, seat) == v == view(v, seat)
                    assert game.parse_position(game.position_text(v)) == v
                    cards = [int(hole(w, s, i)) for s in range(game.seats) for i in range(2)]
                    cards += [int(board_card(w, i)) for i in range(5)]
                    assert len(set(cards)) == len(cards)
                    assert max(cards) < 52
            p = play(p, int(sample(p, out, luck)))
        assert sum(payoff(p, s) for s in range(game.seats)) == pytest.approx(0)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("seats=11", "2 to 10 seats"),
        ("stack=1", "a stack of 1"),
        ("small=3", "blinds 3 and 2"),
        ("raises=some", "any or few"),
        ("stacks=5/x", "not 2 numbers"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, why):
    with pytest.raises((BadValue, BadNotation), match=why):
        make_game(f"holdem({options})")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("flop:0 4,4 AhKh,???? 2c7d9s????", "write it as"),
        ("flip:0 4,4 AhKh,???? 2c7d9s???? 0/2/0/0/0/4", "'flip' is not one of"),
        ("flop:2 4,4 AhKh,???? 2c7d9s???? 0/2/0/0/0/4", "'2' is not a seat"),
        ("flop:0 4,400 AhKh,???? 2c7d9s???? 0/2/0/0/0/4", "400 chips"),
        ("flop:0 4,4 AhKh,?? 2c7d9s???? 0/2/0/0/0/4", "two cards"),
        ("flop:0 4,4 AhKh,Ah?? 2c7d9s???? 0/2/0/0/0/4", "Ah appears twice"),
        ("flop:0 4,4 AhKh,???? 2c7d9s???? 0/2/0/0/0", "not 6 numbers"),
        ("flop:0 4,4 AhKh,???? 2c7d9s???? 0/2/0/0/1/4", "seat 0 cannot act"),
    ],
)
def test_texts_that_are_no_positions_are_refused(text, why):
    with pytest.raises(BadNotation, match=why):
        make_game("holdem").parse_position(text)


def test_moves_are_understood_as_people_say_them():
    game = make_game("holdem")
    p = after_deal(game, "AhAd,KhKd", "2c7d9sJc3d")
    assert game.parse_move(p, "allin") == CALL + 200
    assert game.parse_move(p, "Raise 10") == CALL + 10
    with pytest.raises(IllegalMove, match="raises go to 4 up to 200"):
        game.parse_move(p, "r3")
    with pytest.raises(IllegalMove, match="'jump' is not a move"):
        game.parse_move(p, "jump")


def test_nobody_is_asked_who_has_nothing_to_call_and_nobody_left_to_bet_against():
    rng, asked = np.random.default_rng(4), 0
    for hand in range(200 if COMPILED else 10):
        stacks = "/".join(str(n) for n in rng.integers(2, 9, 3))
        game = make_game(f"holdem(seats=3,stacks={stacks})")
        luck, out, p = stream(hand), game.scratch(), game.start()
        while turn(p) != OVER:
            if turn(p) != CHANCE:
                others = [s for s in range(game.seats) if s != p.seat and is_in(p, s)]
                can_bet = any(behind(p, s) > 0 for s in others)
                assert can_bet or max(bet(p, s) for s in others) > bet(p, p.seat)
                asked += not can_bet
            p = play(p, int(sample(p, out, luck)))
    assert asked  # some had to call or fold against players all in
