"""Nim's relatives against brute force: theory must say what playing it all out says."""

from itertools import product

import pytest

from kibitz.core.advised import advised
from kibitz.core.game import OVER, payoff, play, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadNotation, BadValue, IllegalMove, UnknownName
from kibitz.games.heaps.northcott import nim_sum
from kibitz.games.heaps.northcott_game import is_forward
from kibitz.games.heaps.wythoff import golden
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.heaps import HeapGame
from tests.naive.outcome import solver


def check_theory(game, texts):
    """The theory calls won what brute force wins, move by move."""
    value = solver(game)
    for text in texts:
        p = game.parse_position(text)
        if turn(p) == OVER:
            continue
        analysis = game.analysts["theory"].analyse(game, p, 0, 1)
        assert analysis.best.value == value(p), text
        for option in analysis.options:
            after = type(p)(*map(int, play(p, option.move)))
            assert option.value == -value(after), (text, option.text)


def joined(*ranges):
    return [",".join(map(str, heaps)) for heaps in product(*ranges)]


@pytest.mark.parametrize("misere", ["false", "true"])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_moores_theorem_equals_brute_force(most, misere):
    game = make_game(f"moore(1,1,most={most},misere={misere})")
    size = 4 if COMPILED else 2
    check_theory(game, joined(range(size), range(size), range(3), range(2)))


def test_moores_moves_take_from_at_most_so_many_heaps():
    game = make_game("moore(2,3,1,2,most=2)")
    found = [game.move_text(game.start(), move) for move in game.legal_moves(game.start())]
    wanted = [
        taken
        for taken in product(range(3), range(4), range(2), range(3))
        if 1 <= sum(n > 0 for n in taken) <= 2
    ]
    assert {tuple(map(int, text.split(","))) for text in found} == {
        tuple(t[: max(i + 1 for i, n in enumerate(t) if n)]) for t in wanted
    }
    assert len(found) == len(wanted)


@pytest.mark.parametrize("misere", ["false", "true"])
def test_wythoffs_cold_pairs_equal_brute_force(misere):
    game = make_game(f"wythoff(3,5,misere={misere})")
    size = 13 if COMPILED else 6
    check_theory(game, joined(range(size), range(size)))


def test_the_golden_multiples_are_whole_parts():
    assert [int(golden(n)) for n in range(10)] == [0, 1, 3, 4, 6, 8, 9, 11, 12, 14]
    root = (1 + 5**0.5) / 2
    assert all(int(golden(n)) == int(n * root) for n in range(2000))


@pytest.mark.parametrize("code", ["kayles", "0.07", "0.137", "lasker", "0.007", "0.6", "4.12"])
def test_octal_theory_equals_brute_force(code):
    game = make_game(f"octal({code},5,4)")
    size = 6 if COMPILED else 4
    check_theory(game, joined(range(1, size + 1), range(1, size)))


def test_misere_octal_games_are_searched():
    game = make_game("octal(kayles,4,3,misere=true)")
    value = solver(game)
    for text in ["4,3", "1,1", "5", "2,2,1"]:
        p = game.parse_position(text)
        analysis = AlphaBeta(megabytes=1).analyse(game, p, 0, 1)
        assert analysis.is_exact
        assert analysis.best.value == value(p), text


def test_the_moves_of_kayles_knock_down_one_or_two_neighbours():
    game = make_game("octal(kayles,5)")
    texts = {game.move_text(game.start(), move) for move in game.legal_moves(game.start())}
    assert texts == {"5>4", "5>3+1", "5>2+2", "5>3", "5>2+1"}


def test_a_sum_is_won_by_leaving_the_value_zero():
    game = advised(make_game("octal(kayles,12,7,2)"))
    values = HeapGame.named("kayles").values(12)
    best = game.analysts["theory"].analyse(game, game.start(), 0, 1).best
    assert int(values[12] ^ values[7] ^ values[2]) != 0
    assert best.value == 1.0
    assert best.reason == "leaves Grundy value 0 and wins"


@pytest.mark.parametrize("rows", ["1-4,1-3", "2-3,1-4", "1-2,3-4", "1-4,1-4", "2-4,1-2"])
def test_northcott_is_nim_of_the_gaps_whatever_is_retreated(rows):
    """Brute force plays every retreat, up to the draw by the limit of moves."""
    if not COMPILED:
        pytest.skip("brute force over retreats needs compiled rules")
    game = advised(make_game("northcott(4,2)"))
    value = solver(game)
    p = game.parse_position(rows)
    assert value(p) == (1.0 if int(nim_sum(p)) else -1.0)
    if turn(p) != OVER:
        analysis = game.analysts["theory"].analyse(game, p, 0, 1)
        assert analysis.is_exact
        assert analysis.best.value == value(p)


def test_who_is_winning_northcott_goes_forward_and_wins_against_one_who_only_retreats():
    game = advised(make_game("northcott(6,3)"))
    p, expert, luck = game.parse_position("3-4,2-5,1-2@1"), game.level("expert"), stream(5)
    plies = 0
    while turn(p) != OVER:
        if turn(p) == 1:
            analysis = expert.analyst.analyse(game, p, 1, 0)
            assert analysis.best.value == 1.0
            move = expert.choice.pick(analysis, luck)
            assert is_forward(p, move)
        else:
            back = [move for move in game.legal_moves(p) if not is_forward(p, move)]
            move = (back or game.legal_moves(p))[0]
        p, plies = play(p, move), plies + 1
    assert payoff(p, 1) == 1.0
    assert plies <= 2 * 3 * 6  # a turn for each square


@pytest.mark.compiled
@pytest.mark.parametrize("rows", ["1-3", "2-3"])
def test_misere_northcott_is_searched_and_worth_what_brute_force_says(rows):
    game = advised(make_game("northcott(3,1,misere=true)"))
    value, p = solver(game), game.parse_position(rows)
    found = game.analysts["alphabeta"].analyse(game, p, 0, 1)
    assert found.is_exact
    assert {o.move: o.value for o in found.options} == {
        move: -value(type(p)(*map(int, play(p, move)))) for move in game.legal_moves(p)
    }


def test_who_cannot_move_wins_misere_northcott():
    game = make_game("northcott(3,1,misere=true)")
    p = game.parse_position("1-2")  # left stands at the edge, face to face
    assert turn(p) == OVER
    assert (payoff(p, 0), payoff(p, 1)) == (1.0, -1.0)


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("moore", "3,x", "'x' is not a number"),
        ("moore", "3,99", "larger than 15"),
        ("moore", "1,1,1,1,1,1,1", "7 heaps, more than 6"),
        ("moore", "1,1@3", "seat '3' is not 0 or 1"),
        ("wythoff", "7", "one heap, not two"),
        ("octal", "20,20,20,20", "80 counters are more than 63"),
        ("northcott", "1-8", "1 rows, not 4"),
        ("northcott", "5-3,1-2,1-2,1-2", "must stand on two squares"),
        ("northcott", "hello", "rows are written"),
    ],
)
def test_bad_positions_are_refused_with_their_fault(game, text, words):
    with pytest.raises(BadNotation) as refusal:
        make_game(game).parse_position(text)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("game", "move", "words"),
    [
        ("moore", "1,1,1", "takes from 3 heaps"),
        ("moore", "9", "heap 1 has 3"),
        ("moore", "one", "is not a move"),
        ("wythoff", "1,2", "unequally"),
        ("wythoff", "0,0", "takes nothing"),
        ("wythoff", "3", "is not a move"),
        ("octal", "9>9", "under the code 0.77"),
        ("octal", "7", "is not a move"),
        ("northcott", "1:1", "no man can go there"),
        ("northcott", "1", "is not a move"),
    ],
)
def test_bad_moves_are_refused_with_their_fault(game, move, words):
    made = make_game(game)
    with pytest.raises(IllegalMove) as refusal:
        made.parse_move(made.start(), move)
    assert words in str(refusal.value)


def test_options_that_make_no_sense_are_refused():
    with pytest.raises(BadValue, match="most 9 of moore"):
        make_game("moore(1,2,most=9)")
    with pytest.raises(UnknownName, match="did you mean 'kayles'"):
        make_game("octal(kayle)")
    with pytest.raises(BadValue, match="squares 1 of northcott"):
        make_game("northcott(1,2)")
