"""Whose fault it was: a player's own call costs it the game, the house's work costs nobody."""

import errno
import json
import os
import signal
import threading
import time

import numpy as np
import pytest
from numba.core.errors import TypingError

from kibitz.arena import pair as pairs
from kibitz.arena import table as tables
from kibitz.arena.chunk import Chunk, Pairing, Setting
from kibitz.arena.journal import Journal
from kibitz.arena.processes import Processes
from kibitz.arena.workers import Serial, Threads
from kibitz.core.registry import make_game
from kibitz.core.shipped import shipped_array
from kibitz.errors import HouseFault, WrongKind
from kibitz.players.failure import counts_against
from kibitz.players.player import AnalystPlayer, Player, RandomPlayer
from kibitz.players.roster import make_player
from tests.arena.faulty import raising
from tests.cli.shell import kibitz
from tests.players.plain import Plain

CHUNK = Chunk(Pairing((0, 1), 5), 0, 6)
CREWS = [Serial, lambda setting: Threads(setting, 2), lambda setting: Processes(setting, 1)]


class Answers(Player):
    """Answers what it is told to, and raises it if it is an error."""

    text = "answers"

    def __init__(self, answer):
        self.answer = answer

    def move(self, view, seat, seed):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def lost(player, opponent=None):
    """How the player lost the games of a pair, and why."""
    game = make_game("tictactoe")
    table = pairs.PairTable(game, [player, opponent or RandomPlayer(game)])
    results, _ = table.play(7, {})
    return {(result.failure.player, result.failure.kind) for result in results if result.failure}


def broken_referee(game):
    """A sound player, in a process whose referee can no longer load a kernel."""
    tables.after_move = lose_a_kernel
    return Plain(RandomPlayer(game))


def lose_a_kernel(*_):
    raise EOFError("Ran out of input")


def fail(error):
    raise error


@pytest.mark.parametrize("make_crew", CREWS, ids=["serial", "threads", "processes"])
def test_a_referee_that_fails_ends_the_match_and_no_player_is_named(make_crew, monkeypatch):
    monkeypatch.setattr(tables, "after_move", tables.after_move)  # put back afterwards
    with (
        make_crew(Setting("nim", (broken_referee, raising))) as crew,
        pytest.raises(HouseFault, match="Kibitz itself failed, no player did: EOFError: Ran out"),
    ):
        list(crew.run([CHUNK]))


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space"), MemoryError(), ZeroDivisionError("a bug")]
)
def test_kernels_of_compiled_players_that_fail_are_the_houses(error, monkeypatch):
    monkeypatch.setattr("kibitz.arena.series.play_series", lambda *_: fail(error))
    with (
        Serial(Setting("nim", ("random", "random"))) as crew,
        pytest.raises(HouseFault, match=type(error).__name__),
    ):
        list(crew.run([CHUNK]))


@pytest.mark.parametrize("answer", [None, 2.5, "4", 1 << 63, 10**30, [4], object()])
def test_an_answer_that_is_no_move_loses_the_game(answer):
    assert lost(Answers(answer)) == {(0, "illegal move")}


@pytest.mark.parametrize(
    "error", [RuntimeError("mine"), OSError("my file"), MemoryError(), EOFError(), TypingError("x")]
)
def test_what_a_players_own_call_raises_loses_the_game(error):
    assert lost(Answers(error)) == {(0, "crashed")}


@pytest.mark.parametrize(
    "error", [OSError("table"), EOFError(), MemoryError(), TypingError("a kernel")]
)
def test_a_level_that_meets_a_broken_file_or_kernel_loses_nothing(error, monkeypatch):
    game = make_game("tictactoe")
    level = make_player("expert", game)
    assert isinstance(level, AnalystPlayer)
    monkeypatch.setattr(type(level.choice), "choose", lambda *_: fail(error))
    with pytest.raises(type(error)):
        lost(level)


def test_a_level_with_a_bug_is_named(monkeypatch):
    level = make_player("expert", make_game("tictactoe"))
    assert isinstance(level, AnalystPlayer)
    monkeypatch.setattr(type(level.choice), "choose", lambda *_: 1 // 0)
    assert lost(level) == {(0, "crashed")}


def test_our_code_that_a_stranger_called_is_still_ours():
    """The player only asked for the legal moves; reading the kernel failed under it."""
    ours = {"__name__": "kibitz.core.game"}
    exec("def legal():\n    open('/no/such/kernel')", ours)

    def error_of(call):
        try:
            call()
        except Exception as error:
            return error

    assert not counts_against(error_of(ours["legal"]), is_ours=False)
    assert counts_against(error_of(lambda: open("/no/such/book")), is_ours=False)  # noqa: SIM115
    exec("def legal():\n    [].pop()", ours)
    assert counts_against(error_of(ours["legal"]), is_ours=False)  # asked a senseless question


def test_a_player_that_cannot_bear_its_limit_loses_every_game():
    with Serial(Setting("nim", (timid, "random"), limit_seconds=1.0)) as crew:
        (batch,) = crew.run([CHUNK])
    assert {failure.reason for failure in batch.failures.values()} == {"ValueError: too fast"}
    assert len(batch.failures) == 2 * CHUNK.count


def timid(game):
    class Timid(Plain):
        def limit(self, seconds):
            raise ValueError("too fast")

    return Timid(RandomPlayer(game))


def test_a_search_that_cannot_play_the_game_is_refused_and_not_beaten():
    with (
        Serial(Setting("kuhn", ("alphabeta", "random"))) as crew,
        pytest.raises(WrongKind, match="alphabeta cannot play kuhn"),
    ):
        list(crew.run([CHUNK]))
    said = kibitz("match", "kuhn", "alphabeta", "random", "--pairs", "1", "--workers", "1")
    assert (said.code, said.out) == (2, "")


def test_a_level_whose_worker_keeps_dying_is_not_blamed():
    """As where the system kills whoever takes too much memory."""
    crew = Processes(Setting("tictactoe", ("mcts(iterations=3000000)", "random")), 1)
    done = threading.Event()

    def kill():
        while not done.wait(0.02):
            for worker in list(crew._workers):
                if worker.job and worker.cell[3] and worker.process.pid:
                    os.kill(worker.process.pid, signal.SIGKILL)
                    time.sleep(0.2)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        with crew, pytest.raises(HouseFault, match=r"mcts.* crashed its worker process 3 times"):
            list(crew.run([Chunk(Pairing((0, 1), 5), 0, 1)]))
    finally:
        done.set()
        thread.join()


MATCH = (
    "nim(3,4)",
    "mcts(iterations=9)",
    "random",
    "--pairs",
    "9",
    "--seed",
    "1",
    "--workers",
    "1",
)


def test_a_match_that_the_house_broke_off_ends_with_1_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path))
    sound = tables.after_move
    whole = kibitz("match", *MATCH, "--json")
    calls = iter(range(60))

    def tires(*args):
        if next(calls, None) is None:
            raise OSError(errno.EIO, "Input/output error", "cache/nim.nbi")
        return sound(*args)

    monkeypatch.setattr(tables, "after_move", tires)
    said = kibitz("match", *MATCH, "--json")
    assert (said.code, said.out) == (1, "")
    sentence = said.err.strip().splitlines()[-1]
    assert sentence.startswith("kibitz: Kibitz itself failed, no player did: OSError: [Errno 5]")
    assert "go on with: kibitz match --resume m" in sentence
    (match_id,) = Journal(tmp_path / "matches").known()
    assert 0 < len(list(Journal(tmp_path / "matches").pairs_done(match_id))) < 9
    monkeypatch.setattr(tables, "after_move", sound)
    again = kibitz("match", "--resume", match_id, "--workers", "1", "--json")
    assert json.loads(again.out) == json.loads(whole.out)
    assert "Kibitz itself" not in again.out


def test_a_full_disk_ends_the_match_with_1(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path))

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("kibitz.arena.journal.os.write", full)
    said = kibitz("match", *MATCH)
    assert said.code == 1
    assert "cannot be written: No space left on device" in said.err


@pytest.mark.parametrize("damage", ["missing", "empty", "cut short", "not a table"])
def test_a_table_that_cannot_be_read_is_the_houses_in_one_sentence(damage, tmp_path):
    for name, field in (("keeps.npy", None), ("odds.npz", "odds")):
        path = tmp_path / name
        if field is None:
            np.save(path, np.arange(900.0))
        else:
            np.savez_compressed(path, odds=np.arange(900.0))
        assert shipped_array(path, field).sum() == 404550.0
        whole = path.read_bytes()
        spoilt = {"empty": b"", "cut short": whole[:-200], "not a table": b"#!" + whole}
        path.unlink() if damage == "missing" else path.write_bytes(spoilt[damage])
        with pytest.raises(HouseFault, match=f"'{name}' of this installation cannot be read"):
            shipped_array(path, field)


def test_a_match_whose_table_cannot_be_read_ends_with_1_and_goes_on(tmp_path, monkeypatch):
    """The table is read in the middle of the game, when a level first needs it."""
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path))
    match = ("match", "kuhn", "expert", "random", "--pairs", "3", "--seed", "1", "--workers", "1")
    whole = kibitz(*match, "--json")
    player = make_player("expert", make_game("kuhn"))
    assert isinstance(player, AnalystPlayer)
    level = type(player.choice)
    choose = level.choose
    monkeypatch.setattr(level, "choose", lambda *_: shipped_array(tmp_path / "gone.npy"))
    said = kibitz(*match, "--json")
    assert (said.code, said.out) == (1, "")
    (sentence,) = said.err.strip().splitlines()
    assert "'gone.npy' of this installation cannot be read" in sentence
    (match_id,) = Journal(tmp_path / "matches").known()
    monkeypatch.setattr(level, "choose", choose)
    assert kibitz("match", "--resume", match_id, "--workers", "1", "--json").out == whole.out
