"""What there is to play, and what is told of one game."""

import inspect

import pytest

from kibitz.core.registry import game_class, game_names
from kibitz.drawing.terminal import sheet_lines
from kibitz.errors import UnknownName
from kibitz.lab.catalogue import CatalogueRequest


@pytest.mark.parametrize("name", game_names())
def test_every_option_of_a_game_has_a_meaning_and_every_meaning_an_option(name):
    kind = game_class(name)
    options = set(inspect.signature(kind).parameters)
    assert set(kind.option_words) == options
    assert all(kind.option_words.values())


def test_one_game_is_told_with_its_options_and_levels():
    answer = CatalogueRequest("nim").answer()
    assert [game.name for game in answer.games] == ["nim"]
    lines = [str(line) for line in sheet_lines(answer.sheet(), 80)]
    assert "misere    false    whether the last stone loses" in lines
    assert any(line.startswith("expert") and "nim-sum" in line for line in lines)
    assert "its own questions: kibitz nim grundy" in lines


def test_an_unknown_game_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownName, match="did you mean 'nim'"):
        CatalogueRequest("nimm").answer()
