"""Crews: the same batches from all of them, and nothing lost when workers die or hang."""

import os
import signal
import threading
import time

import pytest

from kibitz.arena.chunk import Chunk, Desk, Pairing, Setting
from kibitz.arena.processes import Processes
from kibitz.arena.workers import CrewKind, Pace, Serial, Threads, make_crew
from kibitz.errors import BadValue, HouseFault, KibitzError
from tests.arena.faulty import cheating, exiting, hanging, raising, slow

PAIRING = Pairing((0, 1), 5)


def chunks(pairs, size=4):
    for first in range(0, pairs, size):
        yield Chunk(PAIRING, first, min(size, pairs - first))


def outcome(crew, pairs):
    """Everything that counts of the pairs, without the time they took."""
    with crew:
        return [
            (played.result.index, game.payoffs, game.plies, game.decisions, game.failure)
            for batch in crew.run(chunks(pairs))
            for played in batch.pairs()
            for game in played.result.games
        ]


@pytest.mark.parametrize(
    "players", [("random", "random"), ("expert", "beginner"), (raising, cheating)]
)
def test_every_crew_gives_the_same_batches_in_order(players):
    setting = Setting("nim", players)
    alone = outcome(Serial(setting), 24)
    assert [index for index, *_ in alone] == [index for index in range(24) for _ in (0, 1)]
    assert outcome(Threads(setting, 3), 24) == alone
    assert outcome(Processes(setting, 2), 24) == alone


def test_a_killed_worker_is_replaced_and_its_pairs_are_played_again():
    setting = Setting("nim(2,3)", (slow, "random"))
    alone = outcome(Serial(setting), 30)
    crew = Processes(setting, 2)
    killed: list[int | None] = []

    def kill():
        while len(killed) < 3:
            time.sleep(0.1)
            for worker in list(crew._workers):
                pid = worker.process.pid
                if worker.job and pid and pid not in killed:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                    break

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        assert outcome(crew, 30) == alone
    finally:
        killed.extend([0] * 3)
        thread.join()


def test_a_player_that_ends_its_process_loses_that_game_alone():
    setting = Setting("nim(2,3)", (exiting, "random"))
    results = outcome(Processes(setting, 2), 16)
    failures = [failure for *_, failure in results if failure]
    assert 0 < len(failures) < len(results) / 2
    assert {(failure.player, failure.kind) for failure in failures} == {(0, "exited")}
    assert "crashed its worker process 3 times" in failures[0].reason


def test_a_player_that_hangs_is_stopped_and_loses_that_game_alone():
    setting = Setting("nim(2,3)", (hanging, "random"), limit_seconds=0.2)
    results = outcome(make_crew(setting, 1), 16)
    failures = [failure for *_, failure in results if failure]
    assert 0 < len(failures) < len(results) / 2
    assert {(failure.player, failure.kind) for failure in failures} == {(0, "stalled")}
    assert "still thinking long after its limit of 0.2 s" in failures[0].reason


def test_what_goes_wrong_in_a_worker_is_told_here():
    with pytest.raises(KibitzError, match="unknown player of nim 'nobody'"):
        outcome(Processes(Setting("nim", ("nobody", "random")), 1), 4)
    with pytest.raises(HouseFault, match="ZeroDivisionError"):
        outcome(Processes(Setting("nim", (_broken, "random")), 1), 4)


def _broken(game):
    raise ZeroDivisionError


def test_a_crew_left_early_stops_its_workers():
    crew = Processes(Setting("nim", (slow, slow)), 2)
    with crew:
        next(crew.run(chunks(1000, 1)))
        processes = [worker.process for worker in crew._workers]
    assert processes
    assert not any(process.is_alive() for process in processes)


def test_the_crew_suits_the_players():
    for players, workers, limit, kind in (
        (("random", "random"), 1, None, Serial),
        (("random", "playout"), 2, None, Threads),
        (("random", "expert"), 1, None, Serial),
        (("random", "expert"), 2, None, Processes),
        (("random", "expert"), 1, 1.0, Processes),
        (("random", "exec:cat"), 1, 1.0, Serial),
    ):
        with make_crew(Setting("tictactoe", players, limit), workers) as crew:
            assert type(crew) is kind
            assert crew.size == workers
    with make_crew(Setting("nim", ("expert", "beginner"), 1.0), 2) as crew:
        assert type(crew) is Threads  # levels that are kernels
    with pytest.raises(BadValue, match="workers must be at least 1, not 0"):
        make_crew(Setting("nim", ("random", "random")), 0)
    with make_crew(Setting("nim", ("random", "random")), 2, CrewKind.SERIAL) as crew:
        assert isinstance(crew, Serial)


def test_chunks_grow_until_they_take_long_enough():
    pace = Pace()
    sizes = []
    for _ in range(8):
        pace.note(pace.size, 0.0001 * pace.size)
        sizes.append(pace.size)
    assert sizes == [4, 16, 64, 256, 1000, 1000, 1000, 1000]
    pace.note(10, 10.0)
    assert pace.size == 1


def test_players_are_made_once_a_desk_and_let_go():
    desk = Desk(Setting("nim", ("random", "expert")))
    assert desk.player(1) is desk.player(1)
    desk.warm_up(1)
    desk.close()
    assert not desk._players
