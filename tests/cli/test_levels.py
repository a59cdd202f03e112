"""`kibitz bench levels`: each level against the next, and what it says of them is so."""

import json
from contextlib import closing
from itertools import pairwise

import pytest

from kibitz.arena.batch import Batch
from kibitz.arena.match import Match
from kibitz.arena.result import GameResult
from kibitz.arena.stop import ClearJudge, ClearOfEven, Ending, rule_from_fields
from kibitz.core.advised import advised
from kibitz.core.registry import make_game
from kibitz.core.seeds import generator
from kibitz.drawing.terminal import sheet_lines
from kibitz.lab.trials import levels
from kibitz.lab.trials.levels import Levels
from kibitz.lab.trials.rungs import LadderRung, kept_rungs, ladder
from tests.cli.shell import check_refused, kibitz

NIM = ("bench", "levels", "nim(3,4)", "--seed", "5")


@pytest.mark.compiled
def test_levels_of_nim_are_in_order_and_the_upper_ones_win_what_a_match_says():
    answer = kibitz(*NIM, "--json")
    names = list(advised(make_game("nim")).levels)
    found = answer.json["rungs"]
    assert [(r["lower"], r["upper"]) for r in found] == list(pairwise(names))
    assert (answer.code, {r["verdict"] for r in found}) == (0, {"in order"})
    for one in found:
        plan = ("--pairs", str(one["pairs"]), "--seed", str(one["seed"]))
        match = kibitz("match", one["game"], one["upper"], one["lower"], *plan, "--json").json
        assert match["score"] == pytest.approx(one["value"], abs=1e-12)
        assert 0.5 < one["interval"][0] < one["value"] < one["interval"][1] <= 1.0
    told = kibitz(*NIM, "--times").out
    assert "expert" in told
    assert "µs" in told


@pytest.mark.compiled
def test_levels_in_the_wrong_order_and_equal_ones_are_told(monkeypatch):
    wrong = [
        LadderRung("nim(3,4)", 2, "beginner", "expert"),
        LadderRung("nim(3,4)", 2, "random", "random"),
    ]
    monkeypatch.setattr(levels, "ladder", lambda game, seats: wrong)
    answer = kibitz(*NIM, "--pairs", "60", "--json")
    assert [r["verdict"] for r in answer.json["rungs"]] == ["out of order", "not told apart"]
    assert answer.code == 3
    monkeypatch.setattr(levels, "ladder", lambda game, seats: wrong[1:])
    assert kibitz(*NIM, "--pairs", "60", "--json").code == 4


def test_every_game_with_levels_is_on_the_ladder_at_every_table():
    found = ladder(None, None)
    assert {rung.seats for rung in found if rung.game.startswith("bluff")} == {2, 3, 4, 6}
    assert {rung.seats for rung in found if rung.game.startswith("cribbage")} == {2, 3, 4}
    assert {"nim", "kuhn", "leduc", "dots"} <= {rung.game for rung in found}
    for rung in found:
        assert make_game(rung.game).seats == rung.seats == len(rung.players)
        assert (rung.players.count(rung.upper), rung.players[0]) == (1, rung.upper)
    assert len({rung.seed(1) for rung in found}) == len(found)
    assert [rung.seed(1) for rung in ladder("kuhn", None)] == [
        rung.seed(1) for rung in found if rung.game == "kuhn"
    ]


@pytest.mark.compiled
def test_at_three_seats_one_of_the_upper_level_sits_in_every_seat():
    rung = ladder("bluff", 3)[0]
    run = levels._begun(rung, 1, 2)
    with _crew(run) as crew, closing(run.run(crew)) as running:
        for _ in running:
            pass
    assert isinstance(run.judge, ClearJudge)
    assert run.judge.is_paid
    assert run.judge.known.pairs == run.tally.pairs == 2
    assert run.judge.known.mean == pytest.approx(run.tally.payoff_of(0))
    assert run.tally.game_count == 6


def _crew(run):
    from kibitz.arena.workers import make_crew

    return make_crew(run.match.setting(), 1)


@pytest.mark.compiled
def test_what_was_played_is_kept_and_not_played_again(tmp_path, monkeypatch):
    file = tmp_path / "rungs.jsonl"
    first = kibitz(*NIM, "--keep", str(file), "--json")
    assert len(file.read_text().splitlines()) == len(first.json["rungs"])
    monkeypatch.setattr(levels, "_begun", None)
    assert kibitz(*NIM, "--keep", str(file), "--json").out == first.out
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], json.dumps({"game": "nim"})]))
    check_refused(kibitz(*NIM, "--keep", str(file)), "line 3", "is not a rung")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chess"], "chess"),
        (["kuhn", "--seats", "3"], "'kuhn' has no levels at a table of 3"),
        (["bluff", "--seats", "77"], "2 to 6 players, not 77"),
        (["--seats", "77"], "no game has levels at a table of 77"),
        (["kuhn", "--pairs", "0"], "pairs"),
        (["kuhn", "--cluster", "tcp://10.0.0.1:1"], "tcp://10.0.0.1:1"),
        (["kuhn", "--cluster", "local:2", "--workers", "2"], "exclude each other"),
        (["kuhn", "--keep", "{tmp}/none/a.jsonl"], "none/a.jsonl"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(args, words, tmp_path):
    args = [word.replace("{tmp}", str(tmp_path)) for word in args]
    check_refused(kibitz("bench", "levels", *args), words)


def test_a_rung_that_was_kept_tells_how_many_games_of_three_or_four_were_won(tmp_path):
    """Of four a payoff of 0.5 is (0.5 + 1/3) / (4/3) of the games; partners are two sides."""
    path = tmp_path / "rungs.jsonl"
    for text, seats in (("bluff(players=4)", 4), ("cribbage(players=4)", 4), ("kuhn", 2)):
        kept = {"game": text, "seats": seats, "upper": "expert", "lower": "advanced", "pairs": 30}
        kept |= {"measure": "payoff", "unit": "wins", "value": 0.5, "interval": [0.26, 0.74]}
        kept |= {"verdict": "in order", "seed": 1, "most_pairs": 30}
        with path.open("a") as file:
            file.write(json.dumps(kept) + "\n")
    of_bluff, of_cribbage, of_kuhn = kept_rungs(str(path)).values()
    assert of_bluff.wins == pytest.approx(0.625)
    assert of_bluff.win_interval == pytest.approx((0.445, 0.805))
    assert of_bluff.even_wins == pytest.approx(0.25)
    assert of_cribbage.even_wins == pytest.approx(0.5)
    assert of_cribbage.wins == pytest.approx(0.75)
    assert of_kuhn.wins is None
    shown = Levels(1, 30, (of_bluff, of_cribbage), 2).sheet()
    lines = "\n".join(str(line) for line in sheet_lines(shown, 160))
    assert "won 62.5% [44.5, 80.5], even is 25.0%" in lines
    assert "won 75.0% [63.0, 87.0], even is 50.0%" in lines


def test_the_end_does_not_depend_on_how_pairs_are_cut():
    won = generator(3).random((300, 2)) < 0.7
    games = [
        tuple(
            GameResult((1.0, -1.0) if one else (-1.0, 1.0), 1, None, (1, 1), (0.0, 0.0))
            for one in row
        )
        for row in won
    ]
    ends = []
    for size in (1, 7, 300):
        run = Match("nim", ("random", "random"), ClearOfEven(250), 1).begin()
        for first in range(0, 300, size):
            run.count(Batch.of((0, 1), first, games[first : first + size]))
        ends.append((run.tally.pairs, run.ending, run.judge.pairs_needed()))
    assert len(set(ends)) == 1
    assert ends[0][1] is Ending.FINISHED
    assert 30 < ends[0][0] < 250
    rule = ClearOfEven(17)
    assert rule_from_fields(rule.to_fields()) == rule
