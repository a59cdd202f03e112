"""The learned judge: its features, its sketch and what rests on them, against slow twins."""

from dataclasses import replace

import numpy as np
import pytest

from kibitz.core.game import CHANCE, OVER, features, has_rule, play, sample, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.core.shipped import shipped_array
from kibitz.errors import BadValue
from kibitz.games.dicechess.board import FIELDS, ChessBoard, king_square, turned
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.chance import king_risk
from kibitz.games.dicechess.choosing import best_board, distinct_turns, keep_best, new_room
from kibitz.games.dicechess.dice import (
    ALL_ROLLS,
    BISHOP,
    KINDS,
    MULTISETS,
    ORDERED,
    QUEEN,
    ROLLS,
    WEIGHTS,
    rolls_weight,
)
from kibitz.games.dicechess.equity import EquityOptions, equity
from kibitz.games.dicechess.features import (
    ASSAULT,
    ASSAULT_SPOTS,
    BALANCE,
    FEATURES,
    HALF_BOARD,
    HANGING,
    HAVEN,
    MOBILE,
    PASSED,
    RIGHTS,
    RING,
    SHELTER,
    SIDE,
    SQUARES,
)
from kibitz.games.dicechess.foresight import (
    foreseen,
    glimpsed,
    judged_value,
    new_reply_room,
    sampled_answers,
    third_turn,
)
from kibitz.games.dicechess.game import DiceChessGame
from kibitz.games.dicechess.judge import SHIPPED, shipped_judge
from kibitz.games.dicechess.lessons import luck_of
from kibitz.games.dicechess.notation import START, dfen, parse_dfen
from kibitz.games.dicechess.rules import DiceChess
from kibitz.games.dicechess.sketch import (
    board_guess,
    change_of_men,
    guessed_inputs,
    men_guess,
    sketch_of,
)
from kibitz.games.dicechess.turnlist import TurnList, position_in
from kibitz.search.learning.lessons import Manner, lesson, new_notes
from tests.games.dicechess.positions import random_positions

GAME = DiceChessGame()
ENDING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"


def met(count):
    """Positions of random play."""
    luck, out, p = stream(3), GAME.scratch(), GAME.start()
    found: list[DiceChess] = []
    while len(found) < count:
        if turn(p) == OVER:
            p = GAME.start()
        found.append(p)
        p = play(p, int(sample(p, out, luck)))
    return found


def board(p):
    """The board of a position, typed as kernels have it."""
    return ChessBoard(*(np.uint64(int(field) & (1 << 64) - 1) for field in p[:FIELDS]))


def other_side(p):
    return ChessBoard(*(np.uint64(field) for field in turned(board(p))))


def row_of(p):
    row = np.full(FEATURES, 7.0, np.float32)
    assert features(p, row) == FEATURES
    return row


def test_the_rules_of_training_are_known_where_the_game_is():
    assert has_rule("features", DiceChess)
    assert has_rule("lesson", DiceChess)
    assert GAME.most_features == FEATURES


def test_the_first_features_are_the_exact_chances_of_both_rolls():
    for p in met(40 if COMPILED else 4):
        if turn(p) == CHANCE:
            row = row_of(p)
            assert row[0] == np.float32(king_risk(p, 1 - p.seat) / ORDERED)
            assert row[1] == np.float32(king_risk(p, p.seat) / ORDERED)


def test_every_man_stands_on_one_square_and_sides_are_seen_alike():
    for p in met(30 if COMPILED else 3):
        row, men = row_of(p), KINDS * HALF_BOARD
        own = row[BALANCE + SQUARES : BALANCE + SQUARES + men]
        other = row[BALANCE + SIDE + SQUARES : BALANCE + SIDE + SQUARES + men]
        assert own.sum() == (int(p.mine) & (1 << 64) - 1).bit_count()
        fields = (int(field.astype(np.int64)) for field in other_side(p))
        swapped = row_of(DiceChess(*fields, *p[FIELDS:]))
        assert np.array_equal(swapped[BALANCE : BALANCE + SIDE], row[BALANCE + SIDE :])
        assert other.sum() == swapped[BALANCE + SQUARES : BALANCE + SQUARES + men].sum()


def test_left_and_right_are_one():
    left, right = "4k3/8/8/8/4R3/8/P7/4K3 w - - 0 1", "3k4/8/8/8/3R4/8/7P/3K4 w - - 0 1"
    assert np.array_equal(row_of(parse_dfen(left)), row_of(parse_dfen(right)))


def files_swapped(field):
    """A set of squares with the files in reverse order."""
    squares = [s for s in range(64) if int(field) >> s & 1]
    return np.uint64(sum(1 << (s ^ 7) for s in squares)).astype(np.int64)


def test_left_and_right_are_one_wherever_play_leads():
    for p in met(30 if COMPILED else 3):
        free = p._replace(rights=0)
        swapped = DiceChess(
            *(int(files_swapped(f)) for f in free[: FIELDS - 1]), *free[FIELDS - 1 :]
        )
        assert np.array_equal(row_of(free), row_of(swapped))


def sides(text):
    """The features of the side about to roll, and of the other."""
    row = row_of(parse_dfen(text))
    return row[BALANCE : BALANCE + SIDE], row[BALANCE + SIDE :]


def rolls_with(*kinds):
    """The share of the rolls that show one of these kinds."""
    rolls = zip(MULTISETS, WEIGHTS, strict=True)
    return sum(weight for roll, weight in rolls if set(roll) & set(kinds)) / ORDERED


def test_a_man_hangs_by_the_rolls_that_show_a_kind_attacking_it():
    """Knight and bishop attack the queen, the queen the bishop, which the king covers."""
    own, other = sides("7k/8/8/3q4/8/2N5/8/6KB w - - 0 1")
    assert other[HANGING + QUEEN] == np.float32(rolls_with(1, 2))
    assert other[HANGING + KINDS - 1 :][: KINDS - 1].sum() == 0
    assert own[HANGING + KINDS - 1 + BISHOP] == np.float32(rolls_with(4))
    assert own[HANGING : HANGING + KINDS - 1].sum() == 0


def test_the_squares_next_to_a_king_are_counted():
    """The rook reaches two of the five beside the king on e8, who has the other three."""
    own, other = sides("4k3/8/8/8/8/8/8/4KR2 w - - 0 1")
    assert own[RING : RING + KINDS].tolist() == [0, 0, 0, 0.5, 0, 0]
    assert other[HAVEN : HAVEN + 3].tolist() == [0.5, 0, 0.75]
    assert own[MOBILE : MOBILE + KINDS].tolist() == [0, 0, 0, 1, 0, 1]


def test_every_man_is_seen_from_both_kings():
    for p in met(30 if COMPILED else 3):
        side = row_of(p)[BALANCE : BALANCE + SIDE]
        own = [s for s in range(64) if int(p.mine) >> s & 1]
        home = next(s for s in own if int(p.kings) >> s & 1)
        near = [s for s in own if max(abs(s % 8 - home % 8), abs(s // 8 - home // 8)) in (1, 2)]
        assert side[ASSAULT : ASSAULT + KINDS * ASSAULT_SPOTS].sum() == len(own)
        assert side[SHELTER:ASSAULT].sum() == len(near)


def test_pawns_with_a_free_way_and_rights_to_castle_are_counted():
    own, other = sides("r3k3/1p6/8/8/8/1P6/P6P/4K2R w Kq - 0 1")
    assert own[PASSED : PASSED + 6].tolist() == [1, 0, 0, 0, 0, 0]  # h2; a rook is before a2
    assert other[PASSED : PASSED + 6].tolist() == [0, 0, 0, 0, 0, 0]
    assert own[RIGHTS : RIGHTS + 2].tolist() == [1, 0]
    assert other[RIGHTS : RIGHTS + 2].tolist() == [0, 1]
    assert sides("r3k3/8/8/8/8/8/8/4K2R w K - 0 1")[1][RIGHTS : RIGHTS + 2].tolist() == [0, 0]


@pytest.mark.compiled
def test_a_sketch_changes_with_a_micro_move_as_it_is_for_the_board_after_it():
    sketch, checked = shipped_judge().sketch, 0
    for p in met(200):
        if p.dice and turn(p) == p.seat:
            for move in GAME.legal_moves(p)[:6]:
                after = play(p, move)
                is_mid_turn = after.dice and after.seat == p.seat
                is_castling = move >> 9 == 4 and (move >> 3 & 63) in (2, 6)
                if move and is_mid_turn and not is_castling:
                    before = board(p)
                    change = change_of_men(before, move, sketch)
                    assert men_guess(before, sketch) + change == men_guess(board(after), sketch)
                    checked += 1
    assert checked > 100


@pytest.mark.compiled
def test_a_sketch_weighs_the_features_it_was_fitted_on():
    weights = np.random.default_rng(1).normal(0.0, 1.0, 399).astype(np.float32)
    sketch = sketch_of(weights)
    for p in met(60):
        if turn(p) == CHANCE:
            inputs = guessed_inputs(row_of(p)[None, :])[0]
            guess = board_guess(other_side(p), sketch)  # as the other side left it
            assert guess / (1 << 16) == pytest.approx(-float(inputs @ weights), abs=1e-2)


def plain_average(p, rolls, net):
    """What `p` is worth to the side that has just moved by some rolls, in a few lines of Python."""
    room, total, weight, taken = new_reply_room(1, len(net.outer)), 0.0, 0, 0
    for roll in range(ROLLS):
        turns = TurnList.of(GAME.play(p, roll))
        taken += WEIGHTS[roll] if len(turns.captures) else 0
        if len(turns.captures) or roll not in rolls:
            continue
        ends = [board(position_in(turns.boards, int(row), 0)) for row in turns.distinct]
        ends = [other_side(p)] if turns.is_pass else ends
        total -= WEIGHTS[roll] * max(judged_value(end, net, room.x, room.hidden) for end in ends)
        weight += WEIGHTS[roll]
    return (total / weight * (ORDERED - taken) - taken) / ORDERED


@pytest.mark.compiled
def test_foresight_is_the_plain_average_over_all_rolls():
    """With room for all replies."""
    p, (net, sketch) = parse_dfen("4k3/8/8/8/8/8/r7/4K3 b - - 0 1"), shipped_judge()
    room = new_reply_room(200, len(net.outer))
    found = foreseen(board(p), net, sketch, room)
    assert found == pytest.approx(plain_average(p, range(ROLLS), net), abs=1e-12)


@pytest.mark.compiled
def test_a_glimpse_is_the_average_over_rolls_of_three_kinds():
    p, (net, sketch) = parse_dfen("4k3/8/8/8/8/8/r7/4K3 b - - 0 1"), shipped_judge()
    varied = [roll for roll in range(ROLLS) if len(set(MULTISETS[roll])) == 3]
    found = glimpsed(board(p), net, sketch, new_reply_room(200, len(net.outer)))
    assert found == pytest.approx(plain_average(p, varied, net), abs=1e-12)


@pytest.mark.compiled
def test_answers_to_as_many_rolls_as_there_are_average_to_foresight():
    """Evenly spread by weight, 216 tickets are every ordered roll once."""
    p, (net, sketch) = parse_dfen("4k3/8/8/8/8/8/r7/4K3 b - - 0 1"), shipped_judge()
    room, b = new_reply_room(200, len(net.outer)), board(p)
    rolls = np.uint64(taking_rolls(b, king_square(b)))
    left, taken = ~rolls & np.uint64(ALL_ROLLS), rolls_weight(rolls)
    found = sampled_answers(b, left, ORDERED - taken, net, sketch, room, stream(1))
    whole = (-found * (ORDERED - taken) - taken) / ORDERED
    assert whole == pytest.approx(plain_average(p, range(ROLLS), net), abs=1e-12)


@pytest.mark.compiled
def test_the_luck_of_rolls_is_nothing_on_average():
    (net, sketch), b = shipped_judge(), board(parse_dfen(START))
    room, left = new_reply_room(3, len(net.outer)), np.uint64(ALL_ROLLS)
    luck = [
        luck_of(b, roll, left, ORDERED, net, sketch, room, stream(roll)) for roll in range(ROLLS)
    ]
    assert np.dot(luck, WEIGHTS) == pytest.approx(0, abs=1e-9)
    assert max(luck) > 0.05


@pytest.mark.compiled
def test_aims_that_average_rolls_are_near_the_mean_over_all_of_them():
    """At the start of a game and without a trace; the mean is that of the best of 24 replies."""
    (net, sketch), aside = shipped_judge(), shipped_array(SHIPPED, "aside")
    room, b, left = new_reply_room(24, len(net.outer)), board(parse_dfen(START)), ALL_ROLLS
    mean = sampled_answers(b, np.uint64(left), ORDERED, net, sketch, room, stream(1))
    missed = []
    for look in (0, 27):
        manner, notes = Manner(0.0, 0.0, 1.0, look), new_notes(FEATURES, 1)
        for number in range(40):
            luck = stream(number)
            assert lesson(GAME.start(), net, aside, manner, notes, GAME.scratch(), luck) == 1
            missed.append(notes.aims[0] - (0.5 + 0.5 * mean))
    assert np.std(missed[:40]) > 0.03
    assert np.std(missed[40:]) < 0.012
    assert abs(np.mean(missed[40:])) < 4 * 0.012 / 40**0.5


@pytest.mark.compiled
def test_a_third_turn_changes_what_the_judge_says_after_each_reply_to_a_glimpse():
    """A rook and a king against a king; all replies are listed by the slow turn list."""
    p, (net, sketch) = parse_dfen("4k3/8/8/8/8/8/r7/4K3 b - - 0 1"), shipped_judge()
    rooms = [new_reply_room(200, len(net.outer)) for _ in range(2)]
    total, weight = 0.0, 0
    for roll in (r for r in range(ROLLS) if len(set(MULTISETS[r])) == 3):
        turns = TurnList.of(GAME.play(p, roll))
        if len(turns.captures):
            continue
        ends = [board(position_in(turns.boards, int(row), 0)) for row in turns.distinct]
        ends = [other_side(p)] if turns.is_pass else ends
        worth = [judged_value(end, net, rooms[0].x, rooms[0].hidden) for end in ends]
        best = max(range(len(ends)), key=worth.__getitem__)
        total -= WEIGHTS[roll] * (glimpsed(ends[best], net, sketch, rooms[0]) - worth[best])
        weight += WEIGHTS[roll]
    left = 1 - king_risk(p, 1 - p.seat) / ORDERED
    found = third_turn(board(p), net, sketch, *rooms)
    assert found == pytest.approx(total / weight * left, abs=1e-12)


@pytest.mark.compiled
def test_the_turns_to_choose_from_are_the_distinct_boards_of_the_turn_list():
    net, sketch = shipped_judge()
    room = new_room(net)
    passing = "4k3/8/8/R2pP3/8/8/8/4K3 w - d6 0 1 PRK"  # the rook follows where a pawn was taken
    for text in (f"{START} PNB", f"{ENDING} PRK", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 RRK", passing):
        p = parse_dfen(text)
        turns, count = TurnList.of(p), distinct_turns(board(p), p.dice, sketch, room)
        listed = {tuple(turns.boards[row]) for row in turns.distinct}
        assert {tuple(row) for row in room.boards[:count]} == listed
        assert count == len(listed)
        chosen, worth = best_board(count, net, room)
        assert 0 <= chosen < count
        assert 0 < worth < 1


@pytest.mark.compiled
def test_leaving_out_paths_leaves_out_no_board_and_keeps_the_first_path_to_each():
    """Swaps of two micro-moves: the walk without them against the list of all paths."""
    net, sketch = shipped_judge()
    room, passing, castles = new_room(net), 0, 0
    for p in random_positions(4000, seed=11):
        if not p.dice or p.must or turn(p) != p.seat:
            continue
        turns = TurnList.of(p)
        if not len(turns.captures):
            count, rows = distinct_turns(board(p), p.dice, sketch, room), turns.distinct
            assert np.array_equal(room.boards[:count], turns.boards[rows]), dfen(p)
            assert np.array_equal(room.paths[:count], turns.paths[rows]), dfen(p)
            passing += bool(p.targets)
            castles += bool(p.rights & 3)
    assert passing > 50
    assert castles > 50


def test_the_first_of_a_ranking_are_kept():
    ranks, kept = np.random.default_rng(5).integers(0, 10**6, 300), np.zeros(24, np.int64)
    assert keep_best(ranks, 300, kept) == 24
    assert set(kept) == set(np.argsort(-ranks)[:24])
    assert keep_best(ranks, 3, kept) == 3


@pytest.mark.compiled
def test_rollouts_that_the_judge_cuts_off_agree_with_rollouts_to_the_end():
    """Within four standard errors and the judge's own error, for which 0.03 is allowed."""
    p = parse_dfen(ENDING)
    whole = equity(p, EquityOptions(rollouts=2000, play="judge"), seed=1)
    cut = equity(p, EquityOptions(rollouts=400, play="judge", cut=6), seed=2)
    assert cut.white_win + cut.black_win + cut.undecided == pytest.approx(1)
    assert abs(cut.white_win - whole.white_win) < 0.03 + 4 * (cut.error + whole.error)
    assert cut.plies <= 6 * 400


@pytest.mark.compiled
def test_strong_rollouts_are_the_same_with_any_number_of_threads():
    p, usual = parse_dfen(ENDING), EquityOptions(rollouts=120, play="judge", cut=4)
    one, two = (equity(p, replace(usual, threads=n), seed=8) for n in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    "options",
    [{"play": "best"}, {"cut": -1}, {"play": "judge", "plain": True}],
)
def test_play_that_makes_no_sense_is_refused(options):
    with pytest.raises(BadValue):
        EquityOptions(**options)


def test_the_judge_that_comes_with_the_package_is_small():
    assert SHIPPED.stat().st_size < 1_000_000
