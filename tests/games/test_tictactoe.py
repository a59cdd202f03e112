"""Tic-tac-toe against the counts of its whole space."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.game import OVER, payoff, play, turn
from kibitz.core.registry import make_game
from kibitz.errors import BadNotation, IllegalMove, KibitzError
from kibitz.players.roster import make_player


@pytest.fixture(scope="module")
def game():
    return make_game("tictactoe")


@pytest.fixture(scope="module")
def reachable(game):
    """Every position that can arise, with the number of ways to it."""
    ways = {game.start(): 1}
    layer = dict(ways)
    while layer:
        after: dict = {}
        for p, count in layer.items():
            for move in game.legal_moves(p):
                q = play(p, move)
                after[q] = after.get(q, 0) + count
        ways.update(after)
        layer = after
    return ways


def test_there_are_5478_positions_and_255168_games(game, reachable):
    assert len(reachable) == 5478
    assert sum(ways for p, ways in reachable.items() if turn(p) == OVER) == 255_168


def test_the_games_end_as_is_known(reachable):
    ends = {1.0: 0, 0.0: 0, -1.0: 0}
    for p, ways in reachable.items():
        if turn(p) == OVER:
            ends[float(payoff(p, 0))] += ways
    assert ends == {1.0: 131_184, 0.0: 46_080, -1.0: 77_904}


def test_exactly_the_reachable_positions_are_accepted(game, reachable):
    accepted = set()
    for number in range(3**9):
        cells = [".XO"[number // 3**i % 3] for i in range(9)]
        text = "/".join("".join(cells[i : i + 3]) for i in (0, 3, 6))
        try:
            accepted.add(game.parse_position(text))
        except BadNotation:
            continue
    assert accepted == set(reachable)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("XXX/XX./...", "5 X and 0 O cannot arise"),
        ("X.O/.X.", "2 rows, not 3"),
        ("X.O/.X/...", "row 2, '.X', has 2 cells"),
        ("X.O/.Z./...", "'Z' is not X, O or . at column 6"),
        ("XXX/OOO/...", "both sides have three in a row"),
        ("XXX/OO./O..", "O moved after X had three in a row"),
        ("OOO/XX./XX.", "X moved after O had three in a row"),
        ("", "1 rows, not 3"),
    ],
)
def test_an_impossible_position_is_refused_with_its_reason(game, text, why):
    with pytest.raises(BadNotation, match=why):
        game.parse_position(text)


def test_every_first_move_draws(game):
    analysis = game.analysts["alphabeta"].analyse(game, game.start(), 0, 1)
    assert [option.value for option in analysis.options] == [0.0] * 9
    assert analysis.is_exact


@pytest.mark.parametrize(
    ("position", "best", "value"),
    [
        ("XX./OO./...", "c1", 1),  # win at once rather than block
        ("X../.O./..X", None, 0),
        ("XOX/.O./...", "b3", 0),  # the block is the only move that does not lose
        ("X.X/OO./...", "b1", 1),
    ],
)
def test_the_expert_wins_at_once_and_blocks(game, position, best, value):
    p = game.parse_position(position)
    analysis = game.analysts["alphabeta"].analyse(game, p, int(turn(p)), 1)
    assert analysis.best.value == value
    if best:
        move = make_player("expert", game).move(p, int(turn(p)), 3)
        assert game.move_text(p, move) == best


@pytest.mark.parametrize("text", ["a1", "A1", "1"])
def test_a_cell_may_be_written_in_three_ways(game, text):
    assert game.parse_move(game.start(), text) == 0


@pytest.mark.parametrize(
    ("position", "text", "why"),
    [
        ("X../.../...", "a1", "the cell is taken"),
        ("XXX/OO./...", "c2", "the game is over"),
        ("X../.../...", "d4", "write a1 to c3"),
        ("X../.../...", "0", "write a1 to c3"),
        ("X../.../...", "²", "write a1 to c3"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(game, position, text, why):
    with pytest.raises(IllegalMove, match=why):
        game.parse_move(game.parse_position(position), text)


@given(st.text(alphabet="XOxo./ab", max_size=14))
def test_garbage_is_a_position_or_one_sentence(text):
    game = make_game("tictactoe")
    try:
        p = game.parse_position(text)
    except KibitzError as error:
        assert str(error)
    else:
        assert game.parse_position(game.position_text(p)) == p
