"""Every analyst and level of every game: complete lists, honest values, legal moves."""

import math
from dataclasses import fields

import pytest

from kibitz.core.game import view
from kibitz.core.kernel import COMPILED
from kibitz.estimate.estimate import Estimate, Kind
from kibitz.players.player import AnalystPlayer
from kibitz.players.roster import default_analyst, make_player
from tests.contract.walks import all_games, decisions, game_of

FEW = 3 if COMPILED else 1
QUICK = 50  # iterations, where an analyst counts them
SECONDS = 0.02


@pytest.fixture(params=all_games())
def game(request):
    return game_of(request.param)


def test_an_analysis_lists_every_legal_move_best_first(game):
    if not COMPILED and game.name == "dicechess":
        pytest.skip("two turns ahead take minutes uncompiled")
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


def test_every_analyst_says_what_its_values_rest_on_and_adds_only_what_adds_up(game):
    for analysis in _analyses(game):
        for option in analysis.options:
            _check_kind(option.estimate)
            if option.parts:
                parts = math.fsum(option.parts.values())
                assert parts == pytest.approx(option.value, rel=1e-9, abs=1e-12)
            if option.win is not None:
                _check_kind(option.win)
                assert 0 <= option.win.value <= 1
        assert "0 samples" not in analysis.basis.split(", ")
        played = [o.frequency for o in analysis.options if o.frequency is not None]
        assert not played or math.fsum(played) == pytest.approx(1)


def _check_kind(made: Estimate) -> None:
    if made.kind is Kind.SAMPLED:
        assert made.samples > 0
        assert 0 < made.error < math.inf
    else:
        assert made.is_exact or made.by


@pytest.mark.compiled
def test_whoever_samples_can_be_given_seconds(game):
    for p, seat in _spread(game)[1:3]:
        for analyst in _analysts(game):
            quick = analyst.within(iterations=QUICK).analyse(game, view(p, seat), seat, 1)
            if quick.kind is Kind.SAMPLED:
                assert "seconds" in {field.name for field in fields(analyst)}
                timed = analyst.within(seconds=SECONDS).analyse(game, view(p, seat), seat, 1)
                assert timed.stopped_by in ("seconds", "complete")


def test_there_are_four_levels_with_their_labels(game):
    assert list(game.levels) == ["beginner", "intermediate", "advanced", "expert"]
    assert [level.rating for level in game.levels.values()] == [800, 1200, 1600, 2000]


def test_every_level_plays_a_legal_move_and_remembers_nothing(game):
    """A player made anew, asked in the other order, plays the same: views and seeds decide."""
    late = [(view(p, seat), seat) for p, seat in _late(game)]
    for name in game.levels:
        played = [_level(name, game).move(v, seat, 9) for v, seat in late]
        assert all(m in game.legal_moves(v) for m, (v, _) in zip(played, late, strict=True))
        player = _level(name, game)
        again = [player.move(v, seat, 9) for v, seat in reversed(late)]
        assert again[::-1] == played


def _level(name, game):
    player = make_player(name, game)
    if not COMPILED and isinstance(player, AnalystPlayer):
        player.analyst = player.analyst.within(iterations=QUICK)
    return player


def _analysts(game):
    """Everybody who values options in a game: its own analysts and those of its levels."""
    found = [*game.analysts.values(), *(level.analyst for level in game.levels.values())]
    return dict.fromkeys([*found, default_analyst(game)])


def _analyses(game):
    """By everybody, of the first decision of a game and of some later ones."""
    for p, seat in _spread(game) if COMPILED else _spread(game)[-1:]:
        for analyst in _analysts(game):
            yield analyst.within(iterations=QUICK).analyse(game, view(p, seat), seat, 1)


def _spread(game):
    """The first decision of a game, the last, and two between."""
    made = list(decisions(game, 1))
    return [made[place] for place in (0, len(made) // 8, len(made) // 2, -1)]


def _late(game):
    """A few decisions from the second half of random games, where searches are short."""
    for seed in range(FEW):
        all_of_one = list(decisions(game, seed + 1))
        yield all_of_one[-1 - len(all_of_one) // 8]
