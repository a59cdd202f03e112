"""`kibitz ratings` over games that were kept."""

from dataclasses import replace

import pytest

from kibitz.store.archive import Archive
from kibitz.store.place import VARIABLE
from tests.cli.shell import check_refused, kibitz
from tests.store.games import random_records


@pytest.fixture(autouse=True)
def db(tmp_path, monkeypatch):
    """An archive in which the expert of nim won 9 of 12 against random in either seat."""
    path = tmp_path / "archive.sqlite"
    monkeypatch.setenv(VARIABLE, str(path))
    records = random_records(60, "nim")
    wins = [r for r in records if r.result == (1.0, -1.0)][:12]
    losses = [r for r in records if r.result == (-1.0, 1.0)][:12]
    seated = [replace(r, players=("nim:expert", "random")) for r in wins[:9] + losses[:3]]
    swapped = [replace(r, players=("random", "nim:expert")) for r in losses[:9] + wins[:3]]
    itself = [replace(r, players=("random", "random")) for r in random_records(3)]
    with Archive.open(str(path)) as archive:
        archive.add(seated + swapped + itself)
    return path


def test_players_are_rated_with_the_label_of_their_level():
    (nim,) = kibitz("ratings", "nim", "--json").json["games"]
    expert, chance = nim["players"]
    assert (nim["game"], nim["games"]) == ("nim", 24)
    assert (expert["name"], expert["label"], expert["score"]) == ("nim:expert", 2000, 0.75)
    assert (chance["name"], chance["label"]) == ("random", None)
    assert expert["rating"] - chance["rating"] == pytest.approx(190.85, abs=10)  # less the prior
    assert (nim["anchor"], expert["rating"]) == ("nim:expert", 2000.0)
    low, high = chance["interval"]
    assert low < chance["rating"] < high
    assert nim["superiority"][0][1] > 0.95


@pytest.mark.parametrize(
    ("anchor", "name", "rating"),
    [
        ("expert", "nim:expert", 2000.0),
        ("nim:expert=1000", "nim:expert", 1000.0),
        ("random=-5.5", "random", -5.5),
        ("random", "random", 1500.0),
    ],
)
def test_one_player_can_be_anchored_at_a_rating_or_at_his_label(anchor, name, rating):
    (nim,) = kibitz("ratings", "--anchor", anchor, "--json").json["games"]
    rated = {player["name"]: player["rating"] for player in nim["players"]}
    assert (nim["anchor"], rated[name]) == (name, rating)


def test_an_anchor_that_cannot_be_is_refused_where_one_game_is_asked_for():
    check_refused(kibitz("ratings", "nim", "--anchor", "exper"), "unknown anchor 'exper'")
    for bad in ("random=x", "random=nan"):
        check_refused(kibitz("ratings", "nim", "--anchor", bad), f"'{bad}' has no number")
    (nim,) = kibitz("ratings", "--anchor", "somebody", "--json").json["games"]
    assert nim["anchor"] == "nim:expert"


def test_players_without_a_level_have_the_mean_of_1500(db):
    with Archive.open(str(db)) as archive:
        archive.add([replace(r, players=("ada", "bob")) for r in random_records(9, "nim(1,2)")])
    (game,) = kibitz("ratings", "nim(1,2)", "--json").json["games"]
    assert game["anchor"] is None
    assert sum(player["rating"] for player in game["players"]) / 2 == pytest.approx(1500)


def test_people_get_a_table():
    out = kibitz("ratings").out
    assert "nim: 24 games" in out
    assert "75 %" in out
    assert "tictactoe" not in out  # nobody is rated against himself


def test_an_archive_without_meetings_says_so(tmp_path):
    assert "nobody to rate" in kibitz("ratings", "tictactoe").out
    check_refused(kibitz("ratings", "--db", str(tmp_path / "none.sqlite")), "there is no archive")
    check_refused(kibitz("ratings", "nimm"), "did you mean 'nim'?")
