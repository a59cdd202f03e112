"""Kuhn and Leduc poker: rules told by hand, and texts that are refused."""

import pytest

from kibitz.core.game import OVER, payoff, turn
from kibitz.core.registry import make_game
from kibitz.errors import BadNotation, IllegalMove


@pytest.mark.parametrize(
    ("text", "gain"),
    [("JK:pp", -1), ("KJ:pp", 1), ("JK:bp", 1), ("KJ:pbp", -1), ("KQ:bb", 2), ("QK:pbb", -2)],
)
def test_a_finished_hand_of_kuhn_poker_pays_what_is_at_stake(text, gain):
    p = make_game("kuhn").parse_position(text)
    assert turn(p) == OVER
    assert (payoff(p, 0), payoff(p, 1)) == (gain, -gain)


@pytest.mark.parametrize(
    ("text", "gain"),
    [
        ("JK:rf", 1),  # the ante
        ("JK:crf", -1),
        ("JK:rrf", -3),  # folds a bet to a raise
        ("JK:cc/Q:cc", -1),
        ("JK:cc/J:cc", 1),  # a pair beats a king
        ("QQ:rc/K:rrc", 0),
        ("KQ:rrc/J:rrc", 13),  # 1 + 4 + 8
        ("KQ:rrc/Q:rf", 5),
        ("KQ:cc/Q:crf", -1),
    ],
)
def test_a_finished_hand_of_leduc_poker_pays_what_is_at_stake(text, gain):
    game = make_game("leduc")
    p = game.parse_position(text)
    assert turn(p) == OVER
    assert (payoff(p, 0), payoff(p, 1)) == (gain, -gain)
    assert game.position_text(p) == text


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        ("kuhn", "JJ:", "only one J"),
        ("kuhn", "JX:", "write two of"),
        ("kuhn", "??:", "nobody sees"),
        ("kuhn", "J-:p", "after the deal"),
        ("kuhn", "JK:ppb", "column 6"),
        ("leduc", "JJ:cc/J:c", "only two J"),
        ("leduc", "JK:c/Q:", "first round is not over"),
        ("leduc", "JK:fr", "'f' cannot be played there at column 4"),
        ("leduc", "JK:rrr", "column 6"),
        ("leduc", "?-:", "nobody sees"),
        ("leduc", "J-:c", "after the deal"),
        ("leduc", "JK", "write it as"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(game, text, why):
    with pytest.raises(BadNotation, match=why):
        make_game(game).parse_position(text)


def test_folding_is_not_offered_where_nothing_was_bet():
    game = make_game("leduc")
    p = game.parse_position("JK:c")
    assert game.legal_moves(p) == [1, 2]
    with pytest.raises(IllegalMove, match="'f'"):
        game.parse_move(p, "f")
    assert game.legal_moves(game.parse_position("JK:rr")) == [0, 1]
