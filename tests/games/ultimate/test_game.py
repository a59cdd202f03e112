"""Ultimate tic-tac-toe as people meet it: texts, refusals, judgement and levels."""

import pytest

from kibitz.core.advised import advised
from kibitz.core.game import OVER, heuristic, play, policy, priority, sample, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.core.shown import shown
from kibitz.errors import BadNotation, IllegalMove
from kibitz.games.ultimate.chances import BASE_3, CHANCES, WINNING_CELLS
from kibitz.games.ultimate.opening import marks_set
from kibitz.search.frontier import heuristic_after, survey
from tests.cli.shell import check_refused, kibitz

GAME = shown(make_game("ultimate"))
# X holds boards 1 and 2 and can win board 3, to which O has sent him.
WIN = "XXXXXXXX./OO.O.OO../..O....../........./........./......O../..O....../........./.........:3"


def position(text):
    return GAME.parse_position(text)


def test_a_move_sends_the_opponent_to_its_cell():
    p = GAME.play(GAME.start(), GAME.parse_move(GAME.start(), "f1"))
    assert GAME.position_text(p) == ".....X.../" + "/".join(["........."] * 8) + ":3"
    assert {GAME.move_text(p, move)[0] for move in GAME.legal_moves(p)} == set("ghi")


def test_a_cell_is_written_by_column_and_row_or_by_board_and_cell():
    p = GAME.start()
    assert GAME.parse_move(p, "e5") == GAME.parse_move(p, "5:5") == 40
    assert GAME.parse_move(p, "A1") == GAME.parse_move(p, "1:1") == 0
    assert GAME.parse_move(p, "i9") == 80


def test_the_picture_shows_where_to_play():
    p = GAME.play(GAME.start(), GAME.parse_move(GAME.start(), "f1"))
    assert str(GAME.show(p)).count("·") == 9
    assert "O plays on board 3" in str(GAME.show(p))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("X", "it has 1 rows, not 9"),
        ("/".join(["........."] * 8 + ["........"]), "row 9, '........', has 8 cells"),
        ("?......../" + "/".join(["........."] * 8), "'?' is not X, O or . at column 1"),
        ("XX......./" + "/".join(["........."] * 8) + ":1", "these counts cannot arise"),
        ("X......../" + "/".join(["........."] * 8), "which board to play on"),
        ("X......../" + "/".join(["........."] * 8) + ":2", "no move of X sends to board 2"),
        ("X......../" + "/".join(["........."] * 8) + ":0", "'0' is not a board"),
        ("XXX....../OOO....../" + "/".join(["........."] * 7) + ":2", "both sides have three"),
    ],
)
def test_bad_positions_are_refused_with_their_fault(text, words):
    with pytest.raises(BadNotation) as refusal:
        position(text)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("move", "words"),
    [("z1", "is not a cell"), ("a1", "must be on board 3"), ("", "is not a cell")],
)
def test_bad_moves_are_refused_with_their_fault(move, words):
    p = GAME.play(GAME.start(), GAME.parse_move(GAME.start(), "f1"))
    with pytest.raises(IllegalMove, match=words):
        GAME.parse_move(p, move)


def test_the_command_line_refuses_bad_notation_in_one_sentence():
    check_refused(kibitz("analyse", "ultimate", "X.X"), "X.X", "not 9")
    check_refused(kibitz("analyse", "ultimate(count=perhaps)", "X.X"), "count", "perhaps")


def test_chances_of_a_board_are_those_of_its_successors():
    mine, yours = 0b000000011, 0b000011000  # two in a row each
    board = int(BASE_3[mine] + 2 * BASE_3[yours])
    empty = [cell for cell in range(9) if not (mine | yours) >> cell & 1]
    after = [CHANCES[board + side * 3**cell] for cell in empty for side in (1, 2)]
    assert float(CHANCES[board]) == pytest.approx(float(sum(after)) / len(after), rel=1e-6)
    assert CHANCES[BASE_3[0b111]] == 1
    assert WINNING_CELLS[mine] == 0b100


def test_the_guess_is_opposite_for_the_two_sides_and_even_at_the_start():
    p = GAME.start()
    assert abs(float(heuristic(p, 0))) < 0.1
    assert float(heuristic(p, 0)) == -float(heuristic(p, 1))


def test_a_winning_move_is_ranked_first_and_played_out():
    p = position(WIN)
    win = GAME.parse_move(p, "i1")
    assert turn(p) == 0
    assert float(heuristic(p, 0)) > 0.3
    assert max(GAME.legal_moves(p), key=lambda move: int(priority(p, move))) == win
    assert int(policy(p, GAME.scratch(), stream(1))) == win
    assert turn(play(p, win)) == OVER


@pytest.mark.parametrize("name", ["mcts", "alphabeta"])
def test_both_searches_find_the_win(name):
    p = position(WIN)
    analyst = advised(GAME).analysts[name].within(iterations=500 if COMPILED else 60)
    best = analyst.analyse(GAME, p, 0, 1).best
    assert (best.text, best.value, best.estimate.is_exact) == ("i1", 1.0, True)


def test_a_guess_worked_out_from_the_position_before_is_the_guess_after():
    for seed in range(30 if COMPILED else 4):
        p, luck = GAME.start(), stream(seed, 7)
        while turn(p) != OVER:
            common = survey(p)
            for move in GAME.legal_moves(p):
                after = play(p, move)
                if turn(after) != OVER:
                    found = heuristic_after(p, move, after, common, seed % 2)
                    assert float(found) == float(heuristic(after, seed % 2))
            p = play(p, int(policy(p, GAME.scratch(), luck)))


@pytest.mark.compiled
def test_the_expert_opens_in_more_ways_than_one_and_gives_little_up():
    game = advised(make_game("ultimate"))
    level, p = game.level("expert"), game.play(game.start(), game.parse_move(game.start(), "e5"))
    found = level.analyst.of_every_option.analyse(game, p, 1, 0)
    values = {option.move: option.value for option in found.options}
    played = {level.choice.choose(level.analyst, game, p, 1, 0, stream(seed)) for seed in range(12)}
    assert len(played) > 1
    assert min(values[move] for move in played) >= max(values.values()) - 0.02


@pytest.mark.compiled
def test_after_the_opening_the_expert_plays_the_best_move_it_finds():
    game = advised(make_game("ultimate"))
    level, p, luck = game.level("expert"), game.start(), stream(3)
    while marks_set(p) < 6:
        p = play(p, sample(p, game.scratch(), luck))
    best = level.analyst.analyse(game, p, 0, 0).best.move
    assert {level.choice.choose(level.analyst, game, p, 0, 0, stream(s)) for s in range(3)} == {
        best
    }
