"""The pictures on the cards of games."""

import re

import pytest

from kibitz.web.covers import POSITIONS, texts_of
from kibitz.web.guide import games_known


@pytest.mark.parametrize("game", sorted(POSITIONS))
def test_a_card_shows_the_position_chosen_for_its_game(lab, game):
    drawn = lab.browser().get(f"/covers/{game}")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    asked = {"game": game, "position": POSITIONS[game]}
    told = lab.browser().get("/api/v1/ask/show", params=asked)
    assert drawn.text == told.json()["svg_text"]


def test_a_position_is_chosen_for_each_of_our_games_and_found_for_any_other():
    assert set(POSITIONS) <= set(games_known())
    assert texts_of("nim") == {"game": ["nim"], "position": ["3,4,5"]}
    assert texts_of("a stranger's game")["moves"] == ["6"]


@pytest.mark.parametrize("address", ["/", "/analyse"])
def test_every_game_has_its_picture_on_the_page(lab, address):
    shown = re.findall(r'src="/covers/(\w+)"', lab.browser().get(address).text)
    assert sorted(shown) == sorted(games_known())


def test_an_unknown_game_has_no_picture(lab):
    reply = lab.browser().get("/covers/ludo")
    assert reply.status_code == 404
    assert "ludo" in reply.text
