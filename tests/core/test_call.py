"""Names with settings, and the games they make."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.call import Call
from kibitz.core.registry import game_names, make_game
from kibitz.errors import BadNotation, BadValue, KibitzError, UnknownName


def test_a_name_may_stand_alone():
    assert Call.parse(" nim ") == Call("nim", (), {})
    assert Call.parse("nim()") == Call("nim", (), {})


def test_settings_come_in_order_and_by_name():
    call = Call.parse("nim( 3, 4 , misere = true )")
    assert call == Call("nim", ("3", "4"), {"misere": "true"})
    assert call.settings_text == "3,4,misere=true"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a name"),
        ("nim(3", "not a name"),
        ("nim(3))", "parenthesis"),
        ("nim(3,,4)", "empty option"),
        ("nim(misere=true,3)", "follows a named one"),
        ("nim(limit=1,limit=2)", "twice"),
        ("nim(limit=x)", "a whole number, not 'x'"),
        ("nim(misere=maybe)", "true or false, not 'maybe'"),
        ("nim(3.5)", "a whole number, not '3.5'"),
        ("tictactoe(3)", "does not fit"),
    ],
)
def test_settings_that_cannot_be_read_are_refused(text, why):
    with pytest.raises(BadNotation, match=why):
        make_game(text)


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'tictactoe'"):
        make_game("tiktaktoe")
    with pytest.raises(UnknownName, match="did you mean 'misere'"):
        make_game("nim(miser=true)")


def test_a_setting_out_of_range_is_refused_by_the_game():
    with pytest.raises(BadValue, match="limit -1"):
        make_game("nim(limit=-1)")


def test_the_games_of_this_package_are_registered():
    assert {"nim", "tictactoe"} <= set(game_names())


@given(st.text(max_size=30))
def test_any_text_makes_a_game_or_one_sentence(text):
    try:
        make_game(text)
    except KibitzError as error:
        assert str(error)


@given(st.text(alphabet="nim(),=345truelo .-", max_size=24))
def test_text_that_looks_like_nim_makes_a_game_or_one_sentence(text):
    try:
        game = make_game("nim" + text)
    except KibitzError as error:
        assert str(error)
    else:
        assert make_game(game.text).start() == game.start()
