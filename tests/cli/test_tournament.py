"""`kibitz tournament`: standings for people and programs, resumed where it was left."""

import json

import pytest

from kibitz.arena.journal import Journal
from kibitz.arena.tournament import Tournament
from kibitz.arena.workers import Serial
from tests.cli.shell import check_refused, kibitz

PLAYERS = ("nim(2,3)", "expert", "beginner", "random", "random")
QUICK = ("--pairs", "4", "--seed", "1")


@pytest.mark.parametrize("form", ["round-robin", "gauntlet", "knockout", "swiss"])
def test_every_format_gives_standings_that_do_not_depend_on_workers(form):
    args = ("tournament", *PLAYERS, "--format", form, *QUICK, "--json")
    alone = kibitz(*args, "--workers", "1")
    assert alone.code == 0
    assert alone.out == kibitz(*args, "--workers", "2").out
    rows = alone.json["standings"]
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert {row["name"] for row in rows} == {"expert", "beginner", "random", "random #2"}
    assert rows[0]["name"] == "expert"
    assert sum(row["points"] for row in rows) == 2 * alone.json["pairs"]


def test_people_are_shown_standings_a_cross_table_and_how_sure_it_is():
    answer = kibitz("tournament", *PLAYERS, *QUICK, "--workers", "1", "--anchor", "random=500")
    for words in ("round-robin, seed 1", "points against", "likelihood of superiority", "label"):
        assert words in answer.out
    assert "anchored at random" in answer.out
    swiss = kibitz("tournament", *PLAYERS, *QUICK, "--format", "swiss", "--workers", "1").out
    assert "swiss" in swiss.splitlines()[1]


def test_a_stream_ends_with_the_result():
    args = ("tournament", *PLAYERS, *QUICK, "--workers", "1")
    lines = [
        json.loads(line) for line in kibitz(*args, "--stream", "--every", "10").out.splitlines()
    ]
    assert [line["pairs"] for line in lines] == [10, 20, 24]
    assert lines[-1] == kibitz(*args, "--json").json


def test_an_unfinished_tournament_is_resumed():
    tournament = Tournament(PLAYERS[0], PLAYERS[1:], 1, "knockout", 4)
    journal = Journal()
    match_id = journal.begin(tournament.plan())
    standing = tournament.begin()
    with Serial(tournament.setting()) as crew:
        next(standing.run(crew, journal, match_id))
    journal.release(match_id)
    answer = kibitz("tournament", "--resume", match_id, "--json", "--workers", "1")
    whole = kibitz("tournament", *PLAYERS, "--format", "knockout", *QUICK, "--json")
    assert answer.out == whole.out


def test_an_interrupted_one_says_how_to_resume(monkeypatch):
    def interrupt(self, *_):
        raise KeyboardInterrupt

    monkeypatch.setattr("kibitz.arena.workers.Serial.run", interrupt)
    answer = kibitz("tournament", *PLAYERS, *QUICK, "--workers", "1")
    (match_id,) = Journal().known()
    assert answer.code == 130
    assert f"resume with: kibitz tournament --resume {match_id}" in answer.err
    assert "(unfinished)" in answer.out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), ["needs GAME and players"]),
        (("nim", "expert"), ["two players or more, not 1"]),
        ((*PLAYERS, "--format", "swis"), ["unknown format 'swis'", "did you mean 'swiss'"]),
        ((*PLAYERS, "--rounds", "3"), ["rounds are for swiss only"]),
        ((*PLAYERS, "--anchor", "nobody"), ["unknown anchor 'nobody'"]),
        ((*PLAYERS, "grandmaster"), ["unknown player of nim 'grandmaster'"]),
        ((*PLAYERS, "--resume", "t1"), ["unknown match 't1'"]),
        (("--resume", "tabc"), ["unknown match 'tabc'"]),
    ],
)
def test_mistakes_get_one_sentence(args, words):
    check_refused(kibitz("tournament", *args), *words)


@pytest.mark.usefixtures("trio")
def test_larger_tables_are_told_by_payoffs_and_bytes_do_not_depend_on_workers():
    args = ("trio", "random", "playout", "random", "--pairs", "8", "--seed", "5")
    for command in ("match", "tournament"):
        shown = kibitz(command, *args, "--crew", "serial")
        assert shown.code == 0
        assert "random #2" in shown.out
        assert "fair share" in shown.out
        assert "games won" in shown.out
        assert "even is 33.3%" in shown.out
        one = kibitz(command, *args, "--crew", "serial", "--json")
        two = kibitz(command, *args, "--crew", "threads", "--workers", "2", "--json")
        assert one.out == two.out
        assert json.loads(one.out)["pairs"] == 8


@pytest.mark.usefixtures("trio")
def test_a_test_of_elo_needs_two_seats():
    players = ("trio", "random", "random", "random")
    check_refused(kibitz("match", *players, "--sprt", "0", "5"), "Elo is for two", "3 seats")
    check_refused(kibitz("tournament", *players, "--format", "swiss"), "swiss is for two seats")
