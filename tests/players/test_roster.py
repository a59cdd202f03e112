"""Players from their text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.advised import advised
from kibitz.core.registry import make_game
from kibitz.errors import BadNotation, KibitzError, UnknownName
from kibitz.players.roster import default_analyst, make_analyst, make_player, player_names


@pytest.fixture
def nim():
    return make_game("nim")


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "nim:expert",
        "theory",
        "alphabeta(depth=4)",
        "mcts(iterations=200,c=0.7)",
        "rollout",
    ],
)
def test_a_player_is_made_again_from_its_own_text(nim, text):
    player = make_player(text, nim)
    assert player.text == text
    again = make_player(player.text, nim)
    assert player.move(nim.start(), 0, 5) == again.move(nim.start(), 0, 5)


def test_a_level_needs_no_game_before_its_name(nim):
    assert make_player("expert", nim).text == "nim:expert"


def test_an_unknown_player_suggests_the_nearest(nim):
    with pytest.raises(UnknownName, match="did you mean 'alphabeta'"):
        make_player("alfabeta", nim)
    with pytest.raises(UnknownName, match="unknown level of nim 'master'"):
        make_player("nim:master", nim)
    with pytest.raises(UnknownName, match="option of mcts 'iteration'"):
        make_player("mcts(iteration=5)", nim)


def test_a_player_of_another_game_is_refused(nim):
    with pytest.raises(BadNotation, match="'tictactoe:expert' does not play nim"):
        make_player("tictactoe:expert", nim)


def test_the_expert_beats_a_random_player_from_a_won_start(nim):
    from kibitz.arena.table import Table

    for seed in range(20):
        table = Table(nim, [make_player("expert", nim), make_player("random", nim)], seed)
        assert table.finish() == (1.0, -1.0)


def test_a_random_player_reaches_every_move(nim):
    p = nim.parse_position("1,2")
    player = make_player("random", nim)
    assert {player.move(p, 0, seed) for seed in range(60)} == set(nim.legal_moves(p))


def test_a_limit_reaches_those_analysts_that_have_one(nim):
    assert make_analyst("mcts", nim).within(iterations=7).text == "mcts(iterations=7)"
    assert default_analyst(nim).within(iterations=7, seconds=1.0) == default_analyst(nim)


def test_every_name_makes_a_player(nim):
    for name in player_names(nim):
        assert make_player(name, nim).text.removeprefix("nim:") == name


@given(st.text(max_size=20))
def test_any_text_makes_a_player_or_one_sentence(text):
    try:
        make_player(text, make_game("nim"))
    except KibitzError as error:
        assert str(error)


def test_a_level_can_be_given_other_settings_by_name():
    game = advised(make_game("dicechess"))
    player = make_player("dicechess:expert(seconds=0.5)", game)
    assert player.text == "dicechess:expert(seconds=0.5)"
    changed, usual = make_analyst("expert(seconds=0.5)", game), game.level("expert").analyst
    assert vars(changed) == vars(usual.of_every_option) | {"seconds": 0.5}
    with pytest.raises(UnknownName, match="unknown option of expert 'secnds'"):
        make_player("expert(secnds=1)", game)
    with pytest.raises(BadNotation, match="only named settings"):
        make_player("expert(1)", game)


@pytest.mark.parametrize("text", ["expert", "alphabeta(nodes=300000,only_best=true)"])
def test_who_asks_about_a_player_hears_what_every_option_is_worth(text):
    ultimate = make_game("ultimate")
    player: Any = make_player(text, ultimate)
    assert player.analyst.only_best
    asked: Any = make_analyst(text, ultimate)
    assert not asked.only_best
    assert asked.nodes == 300_000
