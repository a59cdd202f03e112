"""Results in files, and what is said of a line that is none."""

import pytest

from kibitz.errors import BadNotation, BadValue
from kibitz.stats.listing import parse_games, parse_values
from kibitz.stats.ratings import RatedGame


def test_values_stand_one_or_more_a_line():
    assert parse_values("# pairs\n0.5\n\n1,0.25 0\n") == [0.5, 1.0, 0.25, 0.0]


def test_games_stand_as_commas_or_as_json_with_titles_or_without():
    plain = "first,second,score,pair\na, b, 1-0, 7\nb,a,1/2-1/2,7\nb,a,0,\n"
    expected = [
        RatedGame("a", "b", 1.0, 7),
        RatedGame("b", "a", 0.5, 7),
        RatedGame("b", "a", 0.0, None),
    ]
    assert parse_games(plain) == expected
    lines = (
        '{"first": "a", "second": "b", "score": 1, "pair": 7}\n'
        '{"first": "b", "second": "a", "score": 0.5, "pair": 7}\n'
        '{"first": "b", "second": "a", "score": 0}\n'
    )
    assert parse_games(lines) == expected


def test_every_two_games_can_be_a_pair():
    games = parse_games("a,b,1\nb,a,0\na,c,1\nc,a,1\n", is_paired=True)
    assert [game.pair for game in games] == [0, 0, 1, 1]


@pytest.mark.parametrize("text", ["", "\n# nothing\n", "first,second,score\n"])
def test_an_empty_file_is_refused(text):
    with pytest.raises(BadValue, match="'x' is empty"):
        parse_games(text, "'x'")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b", "line 1 of the file is not first,second,score"),
        ("a,b,1\na,,1", "line 2"),
        ("a,b,won", "'won' in line 1"),
        ("a,b,nan", "'nan' in line 1"),
        ("a,b,1,x", "pair 'x' in line 1"),
        ("a,b,1,-4", "pair -4 in line 1"),
        ('{"first": "a"}', "not a JSON object"),
        ("{broken", "not a JSON object"),
    ],
)
def test_a_line_that_is_no_game_is_refused_with_its_number(text, words):
    with pytest.raises(BadNotation, match=words):
        parse_games(text)


def test_values_that_are_none_are_refused_with_their_line():
    with pytest.raises(BadNotation, match="'x' in line 2"):
        parse_values("1\nx")
    with pytest.raises(BadNotation, match="'inf' in line 1"):
        parse_values("inf")
    with pytest.raises(BadValue, match="is empty"):
        parse_values("")
