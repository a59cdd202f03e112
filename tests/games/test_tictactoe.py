"""Tic-tac-toe against the counts of its whole space."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.game import OVER, heuristic, payoff, play, priority, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.errors import BadNotation, IllegalMove, KibitzError
from kibitz.players.roster import make_player
from kibitz.search.minimax import bare_alphabeta, minimax
from tests.cli.shell import kibitz


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


def lines_with(own: int, other: int, count: int) -> int:
    lines = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    return sum((own & line).bit_count() == count and not other & line for line in lines)


def test_the_guess_counts_threats_and_the_centre_for_one_side_what_against_the_other(reachable):
    for p in reachable:
        gap = lines_with(p.crosses, p.noughts, 2) - lines_with(p.noughts, p.crosses, 2)
        centre = (p.crosses >> 4 & 1) - (p.noughts >> 4 & 1)
        assert heuristic(p, 0) == pytest.approx(0.2 * gap + 0.1 * centre)
        assert heuristic(p, 1) == -heuristic(p, 0)
        assert abs(heuristic(p, 0)) < 1  # no guess is as good as a win


def test_moves_are_looked_at_in_the_order_win_block_centre_corner_edge(game, reachable):
    for p in reachable:
        if turn(p) == OVER:
            continue
        mine, yours = (p.crosses, p.noughts) if turn(p) == 0 else (p.noughts, p.crosses)
        wins, holds = lines_with(mine, yours, 2), lines_with(yours, mine, 2)
        ranked = sorted(game.legal_moves(p), key=lambda move: -priority(p, move))
        first = play(p, ranked[0])
        if wins:
            assert turn(first) == OVER
        elif holds:
            after = first.crosses if turn(p) == 0 else first.noughts
            assert lines_with(yours, after, 2) < holds
        else:
            kinds = ["centre" if m == 4 else "corner" if m % 2 == 0 else "edge" for m in ranked]
            assert kinds == sorted(kinds)  # the alphabet has them in this order


def test_bounds_alone_visit_18297_positions_and_order_saves_most_of_them(game):
    as_listed = bare_alphabeta(game, game.start(), is_ordered=False)
    in_order = bare_alphabeta(game, game.start(), is_ordered=True)
    assert as_listed == (0.0, 18_297)  # a published count
    assert in_order[0] == 0.0
    assert in_order[1] < as_listed[1] / 5


def test_bare_alphabeta_agrees_with_minimax_in_every_position(game, reachable):
    late = [p for p in reachable if turn(p) != OVER and (p.crosses | p.noughts).bit_count() > 3]
    for p in late[:: 1 if COMPILED else 40]:
        best = max(minimax(game, p)[0].values())
        for is_ordered in (False, True):
            assert bare_alphabeta(game, p, is_ordered=is_ordered)[0] == best


@pytest.mark.compiled
def test_minimax_is_a_player_that_wins_fast_and_never_loses(game):
    player = make_player("minimax", game)
    win = game.parse_position("XX./OO./X..")
    assert game.move_text(win, player.move(win, 1, 0)) == "c2"
    result = kibitz("match", "tictactoe", "minimax", "alphabeta", "--pairs", "1", "--json").json
    assert result["score"] == 0.5
