"""Every analyst and level of every game: complete lists, honest values, equal views equal moves."""

import pytest

from kibitz.core.game import view, world
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.players.player import AnalystPlayer
from kibitz.players.roster import default_analyst, make_player
from tests.contract.walks import all_games, decisions, game_of

FEW = 3 if COMPILED else 1
QUICK = 50  # iterations, where an analyst counts them


@pytest.fixture(params=all_games())
def game(request):
    return game_of(request.param)


def test_an_analysis_lists_every_legal_move_best_first(game):
    analyst = default_analyst(game).within(iterations=QUICK)
    for p, seat in _late(game):
        v = view(p, seat)
        analysis = analyst.analyse(game, v, seat, 1)
        assert sorted(option.move for option in analysis.options) == game.legal_moves(v)
        values = [option.value for option in analysis.options]
        assert values == sorted(values, reverse=True)
        assert analysis.loss(analysis.best.move) == 0
        assert all(analysis.loss(option.move) >= 0 for option in analysis.options)
        for option in analysis.options:
            assert option.text == game.move_text(v, option.move)
            assert not option.estimate.is_exact or option.estimate.error == 0


def test_there_are_four_levels_with_their_labels(game):
    assert list(game.levels) == ["beginner", "intermediate", "advanced", "expert"]
    assert [level.rating for level in game.levels.values()] == [800, 1200, 1600, 2000]


def test_equal_views_get_equal_legal_moves_from_equal_seeds(game):
    luck = stream(3)
    for name in game.levels:
        player = make_player(name, game)
        if not COMPILED and isinstance(player, AnalystPlayer):
            player.analyst = player.analyst.within(iterations=QUICK)
        for p, seat in _late(game):
            v = view(p, seat)
            twin = view(world(v, seat, luck), seat)
            move = player.move(v, seat, 9)
            assert move in game.legal_moves(v)
            assert player.move(twin, seat, 9) == move


def _late(game):
    """A few decisions from the second half of random games, where searches are short."""
    for seed in range(FEW):
        all_of_one = list(decisions(game, seed + 1))
        yield all_of_one[-1 - len(all_of_one) // 8]
