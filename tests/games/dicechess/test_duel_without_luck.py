"""The score of a match without the luck of the rolls, against the score as it was played."""

import numpy as np
import pytest
from benchmarks.dicechess_duel import game_score, rolls_worth

from kibitz.core.seeds import child
from kibitz.games.dicechess.dice import ROLLS, WEIGHTS
from kibitz.games.dicechess.foresight import new_reply_room
from kibitz.games.dicechess.game import DiceChessGame
from kibitz.games.dicechess.judge import shipped_judge
from kibitz.games.dicechess.notation import parse_dfen
from kibitz.players.roster import make_player

ROOK_AND_KING = "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1"


@pytest.mark.compiled
def test_luck_is_nothing_on_average_and_most_of_what_scores_differ_by():
    """Of 60 games of even players a third of the variance is left at most."""
    game = DiceChessGame()
    players = make_player("standing", game), make_player("standing", game)
    games = [game_score(players, i % 2, child(77, i // 2)) for i in range(60)]
    played, without = np.array(games).T
    luck = played - without
    assert abs(luck.mean()) < 4 * luck.std() / len(luck) ** 0.5
    assert without.var() < played.var() / 3
    assert abs(without.mean() - 0.5) < 4 * without.std() / len(games) ** 0.5


@pytest.mark.compiled
def test_a_roll_that_takes_the_king_is_worth_a_win_and_the_mean_is_that_of_all_rolls():
    judge, worth = shipped_judge(), np.empty(ROLLS)
    room = new_reply_room(4, len(judge.net.outer))
    mean = rolls_worth(parse_dfen(ROOK_AND_KING), *judge, room, worth)
    with_a_rook = 216 - 125  # of 216 rolls
    assert np.array(WEIGHTS)[worth == 1.0].sum() == with_a_rook
    assert mean == pytest.approx(np.dot(worth, WEIGHTS) / 216)
    assert with_a_rook / 216 < mean < 1
