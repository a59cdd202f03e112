"""`kibitz train`: the same seed gives the same file, and a training that was left goes on."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.core.learnable import learnable
from kibitz.core.registry import make_game
from kibitz.lab.train import TrainRequest
from kibitz.search.learning.keeping import kept_training
from tests.cli.shell import check_refused, kibitz

GAMES = ("train", "tictactoe", "--games", "1000", "--seed", "4")


@pytest.mark.compiled
def test_the_same_seed_gives_the_same_file_and_another_one_another(tmp_path):
    first, second = tmp_path / "a.npz", tmp_path / "b.npz"
    answers = [kibitz(*GAMES, "--output", str(path), "--json").json for path in (first, second)]
    assert first.read_bytes() == second.read_bytes()
    assert answers[0] == answers[1] | {"output": str(first)}
    assert (answers[0]["games"], len(answers[0]["losses"])) == (1000, 4)
    other = kibitz("train", "tictactoe", "--games", "1000", "--seed", "5", "--json").json
    assert other["digest"] != answers[0]["digest"]


@pytest.mark.compiled
def test_a_training_that_was_left_is_kept_and_goes_on_to_the_same_end(tmp_path):
    path = tmp_path / "left.npz"
    rounds = TrainRequest("tictactoe", games=1000, seed=4, output=str(path)).answers()
    assert isinstance(rounds, Generator)
    assert next(rounds).progress == (250, 1000, f"loss {next(rounds).losses[0]:.4f}")
    rounds.close()
    resumed = kibitz("train", "tictactoe", "--resume", str(path), "--json").json
    assert resumed["digest"] == kibitz(*GAMES, "--json").json["digest"]
    again = kibitz("train", "tictactoe", "--resume", str(path), "--json").json
    assert again == resumed


@pytest.mark.compiled
def test_a_training_that_begins_with_a_judge_is_kept_and_goes_on_without_it(tmp_path):
    first, left, whole = (str(tmp_path / f"{name}.npz") for name in ("first", "left", "whole"))
    begun = kibitz(*GAMES, "--output", first, "--json").json
    more = ("--start", first, "--units", "40", "--trace", "0.6", "--rate", "0.001")
    told = kibitz(*GAMES, *more, "--output", whole, "--json").json
    assert told["units"] == 40
    assert told["digest"] != begun["digest"]
    request = TrainRequest("tictactoe", games=1000, seed=4, start=first, units=40, output=left)
    rounds = replace(request, trace=0.6, rate=0.001).answers()
    assert isinstance(rounds, Generator)
    next(rounds)
    rounds.close()
    check_refused(kibitz("train", "tictactoe", "--start", left), "is not finished")
    Path(first).unlink()
    kibitz("train", "tictactoe", "--resume", left)
    assert Path(left).read_bytes() == Path(whole).read_bytes()
    plan = kept_training(whole, learnable(make_game("tictactoe"))).plan
    assert (plan.start, plan.trace, plan.rate) == (begun["digest"], 0.6, 0.001)


@pytest.mark.compiled
def test_one_stream_a_round_gives_other_weights_and_is_remembered(tmp_path):
    path = tmp_path / "left.npz"
    whole = kibitz(*GAMES, "--one-stream", "--json").json
    assert whole["digest"] != kibitz(*GAMES, "--json").json["digest"]
    assert (
        whole["digest"] == "dc03279d61c7a028"
    )  # of a training before pieces had streams of their own
    rounds = TrainRequest("tictactoe", games=1000, seed=4, output=str(path), one_stream=True)
    begun = rounds.answers()
    assert isinstance(begun, Generator)
    next(begun)
    begun.close()
    check_refused(kibitz("train", "tictactoe", "--resume", str(path), "--workers", "2"), "stream")
    assert (
        kibitz("train", "tictactoe", "--resume", str(path), "--json").json["digest"]
        == (whole["digest"])
    )


@pytest.mark.compiled
def test_units_replay_and_trace_reach_the_training_and_its_file(tmp_path):
    path = tmp_path / "judge.npz"
    answers = [
        kibitz(*GAMES, *args, "--output", str(path), "--json").json
        for args in ([], ["--units", "5"], ["--replay", "2"], ["--last-trace", "0.2"])
    ]
    assert len({answer["digest"] for answer in answers}) == 4
    assert [answer["units"] for answer in answers] == [32, 5, 32, 32]
    plan = kept_training(path, learnable(make_game("tictactoe"))).plan
    assert (plan.last_trace, plan.replayed) == (0.2, 12)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["nim"], "a judge cannot learn nim: it declares no features"),
        (["tictactoe", "--resume", "{tmp}/none.npz"], "cannot be read"),
        (["tictactoe", "--resume", "{tmp}/none.npz", "--seed", "1"], "drop --seed"),
        (["tictactoe", "--resume", "{tmp}/none.npz", "--last-trace", "0"], "drop --last-trace"),
        (["tictactoe", "--resume", "{tmp}/none.npz", "--start", "a"], "drop --start"),
        (["tictactoe", "--start", "{tmp}/none.npz"], "cannot be read"),
        (["tictactoe", "--look", "3"], "lessons of tictactoe do not average chance: drop --look"),
        (["tictactoe", "--units", "0"], "units"),
        (["tictactoe", "--output", "{tmp}/none/a.npz"], "none/a.npz"),
        (["tictactoe", "--explore", "2"], "explore"),
        (["tictactoe", "--one-stream", "--cluster", "local:2"], "one stream"),
        (["tictactoe", "--resume", "{tmp}/none.npz", "--one-stream"], "drop --one-stream"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_one_sentence(tmp_path, args, words):
    check_refused(kibitz("train", *(word.replace("{tmp}", str(tmp_path)) for word in args)), words)


@pytest.mark.compiled
def test_people_are_shown_how_the_loss_fell():
    told = kibitz(*GAMES).out
    assert "1,000 games of tictactoe" in told
    assert "seed 4" in told
