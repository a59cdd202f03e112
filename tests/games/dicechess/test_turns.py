"""Turns by kernels against the pure-Python twin and the examples of the rule page."""

import numpy as np
import pytest

from kibitz.core.game import CHANCE, OVER
from kibitz.core.kernel import COMPILED
from kibitz.errors import BadValue, IllegalMove
from kibitz.games.dicechess.board import MOST_MICRO_MOVES
from kibitz.games.dicechess.dice import MULTISETS, ORDERED, WEIGHTS, dice_text
from kibitz.games.dicechess.game import DiceChessGame
from kibitz.games.dicechess.notation import START, board_text, dfen, parse_dfen
from kibitz.games.dicechess.rules import PASS, moves, payoff, play, turn
from kibitz.games.dicechess.turnlist import TurnList, position_in
from tests.games.dicechess.positions import random_positions
from tests.naive import dicechess as naive

GAME = DiceChessGame()


def rolled(count, seed):
    return [p for p in random_positions(count, seed) if p.dice and not p.must]


def test_the_turns_and_boards_are_those_of_the_slow_twin():
    for p in rolled(300 if COMPILED else 40, seed=1):
        found = TurnList.of(p)
        if len(found.paths) > (600 if COMPILED else 60):
            continue  # too slow for the twin
        slow = naive.legal_turns(naive.State.parse(dfen(p)), dice_text(p.dice))
        texts = sorted([naive.text_of(move) for move in path] for path, *_ in slow)
        assert sorted(found.texts()) == texts, dfen(p)
        assert len(found.captures) == sum(took for _, _, took, _ in slow)
        ends = {naive.end_turn(end).text() for _, _, took, end in slow if not took}
        mine = {
            board_text(position_in(found.boards, row, 1 - p.seat))
            for row in range(len(found.paths))
        }
        assert mine == ends, dfen(p)
        assert len(found.distinct) == len(ends)


def test_a_micro_move_is_legal_exactly_if_it_begins_a_legal_turn():
    out = np.empty(MOST_MICRO_MOVES, np.int64)
    for p in rolled(500 if COMPILED else 30, seed=2):
        legal = [int(code) for code in out[: moves(p, out)]]
        assert legal == (TurnList.of(p).first_moves or [PASS]), dfen(p)


def followed(p):
    """Every sequence of micro-moves of one turn, by playing them one at a time."""
    out = np.empty(MOST_MICRO_MOVES, np.int64)
    for code in [int(code) for code in out[: moves(p, out)]]:
        after = play(p, code)
        text = GAME.move_text(p, code)
        if turn(after) == p.seat and after.dice:
            yield from ([text, *rest] for rest in followed(after))
        else:
            yield [text]


@pytest.mark.parametrize(
    "text",
    [
        "rnbk1br1/pp1p1p1p/4Nn2/2p1p1pq/6P1/3P4/PPP1PP1P/1RBQKBNR w - c6 0 5 NBK",
        "8/3k1P2/2P5/8/5K2/8/8/8 w - - 0 1 PPN",
        "8/2R1P1k1/3K1R2/8/8/8/8/8 w - - 0 1 PNN",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 rkk",
        "4k3/8/8/8/1b6/8/8/R3K3 w Q - 0 1 PRK",
    ],
)
def test_playing_micro_moves_one_by_one_gives_the_legal_turns_and_no_others(text):
    p = parse_dfen(text)
    assert sorted(followed(p)) == sorted(TurnList.of(p).texts())


def test_after_a_detour_only_the_king_capture_is_left():
    p = parse_dfen("rnbk1br1/pp1p1p1p/4Nn2/2p1p1pq/6P1/3P4/PPP1PP1P/1RBQKBNR w - c6 0 5 NBK")
    after = play(p, GAME.parse_move(p, "c1d2"))
    assert dfen(after).endswith(" 1 5 NK!")
    assert [GAME.move_text(after, code) for code in GAME.legal_moves(after)] == ["e6d8"]
    assert parse_dfen(dfen(after)) == after


def test_the_promotion_is_forced_where_it_lets_another_die_be_spent():
    found = TurnList.of(parse_dfen("3k4/5P2/2P5/8/5K2/8/8/8 w - - 0 1 PN"))
    assert {turn[0] for turn in found.texts()} == {"f7f8n"}
    assert found.dice_spent == 2


def test_castling_is_one_micro_move_of_two_dice():
    found = TurnList.of(parse_dfen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 RK"))
    assert ["e1g1"] in found.texts()
    assert ["e1c1"] in found.texts()
    assert found.dice_spent == 2


def test_a_pawn_that_takes_the_king_on_the_last_rank_stays_a_pawn():
    p = parse_dfen("4k3/3P4/8/2K5/8/8/8/8 w - - 0 1 P")
    end = play(p, GAME.parse_move(p, "d7e8"))
    assert turn(end) == OVER
    assert (payoff(end, 0), payoff(end, 1)) == (1.0, -1.0)
    assert parse_dfen(dfen(end)) == end


def test_a_roll_without_a_move_is_a_pass_that_leaves_the_board():
    p = parse_dfen(START + " RRQ")
    assert GAME.legal_moves(p) == [PASS]
    after = play(p, PASS)
    assert dfen(after) == START.replace(" w ", " b ")
    assert turn(after) == CHANCE
    assert TurnList.of(p).is_pass


def test_a_hundred_quiet_micro_moves_are_a_draw_at_the_end_of_a_turn():
    p = parse_dfen("4k3/8/8/8/8/8/8/4K3 w - - 98 60 KK")
    p = play(p, GAME.parse_move(p, "e1d1"))
    assert turn(p) == 0
    p = play(p, GAME.parse_move(p, "d1d2"))
    assert p.quiet == 100
    assert turn(p) == OVER
    assert payoff(p, 0) == payoff(p, 1) == 0


def test_the_full_move_counts_when_black_ends_his_turn():
    p = parse_dfen(START + " RRQ")
    p = play(play(p, PASS), MULTISETS.index((3, 3, 4)))
    assert play(p, PASS).number == 2


def test_the_56_rolls_weigh_216():
    assert len(MULTISETS) == 56
    assert WEIGHTS.sum() == ORDERED
    assert sorted(set(WEIGHTS.tolist())) == [1, 3, 6]


def test_en_passant_targets_come_stay_and_go():
    p = parse_dfen("4k3/3p4/8/4P3/4K3/8/8/8 b - - 0 1 p")
    p = play(p, GAME.parse_move(p, "d7d5"))
    assert board_text(p) == "4k3/8/8/3pP3/4K3/8/8/8 w - d6"
    p = play(p, MULTISETS.index((0, 5, 5)))
    p = play(p, GAME.parse_move(p, "e4d4"))
    assert "e5d6" in [GAME.move_text(p, code) for code in GAME.legal_moves(p)]
    taken = play(p, GAME.parse_move(p, "d4d5"))  # the pawn is gone, and with it the target
    assert board_text(taken).endswith("w - -")


def test_turns_without_dice_are_refused():
    with pytest.raises(BadValue, match="no dice"):
        TurnList.of(parse_dfen(START))


def test_an_illegal_move_is_refused_with_the_position():
    p = parse_dfen(START + " PNB")
    with pytest.raises(IllegalMove, match="'a2a3' is not legal in rnbq"):
        GAME.parse_move(p, "a2a3")
    with pytest.raises(IllegalMove, match="not a micro-move"):
        GAME.parse_move(p, "knight")
    with pytest.raises(IllegalMove, match="not a roll"):
        GAME.parse_move(parse_dfen(START), "PNX")
    pawn = parse_dfen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 P")
    with pytest.raises(IllegalMove, match="promotes"):
        GAME.parse_move(pawn, "a7a8")
