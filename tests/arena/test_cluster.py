"""Clusters: who may work there, and what becomes of work when workers or the cluster are lost."""

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from functools import partial

import pytest

from kibitz.arena import dask, far, gang
from kibitz.arena.chunk import Chunk, Pairing, Setting
from kibitz.arena.cluster import Cluster, ClusterHands
from kibitz.arena.far import Performed, Playing
from kibitz.arena.gathering import VARIABLE, Gathering
from kibitz.arena.hands import ProcessHands
from kibitz.arena.sameness import difference, likeness
from kibitz.arena.workers import Serial
from kibitz.errors import BadValue, HouseFault, KibitzError
from kibitz.lab import cluster as lab_cluster
from tests.arena.faulty import exiting, slow
from tests.cli.shell import check_refused, kibitz

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
    pytest.mark.usefixtures("unsaid"),
]
PAIRING = Pairing((0, 1), 5)


def chunks(pairs, size=4):
    for first in range(0, pairs, size):
        yield Chunk(PAIRING, first, min(size, pairs - first))


def outcome(crew, pairs, size=4):
    return [game for batch in crew.run(chunks(pairs, size)) for game in counted(batch)]


def counted(batch):
    """Everything that counts of the pairs, without the time they took."""
    return [
        (played.result.index, game.payoffs, game.plies, game.decisions, game.failure)
        for played in batch.pairs()
        for game in played.result.games
    ]


def alone(setting, pairs):
    with Serial(setting) as crew:
        return outcome(crew, pairs)


def test_a_process_that_is_killed_takes_no_part_with_it(capfd):
    with ProcessHands(2) as hands:
        found = list(hands.ordered(_die_far_away, range(20)))
    assert found == list(range(0, 40, 2))
    assert "a process of ours was ended; the rest is done here" in capfd.readouterr().err
    with ProcessHands(2) as hands:
        with pytest.raises(KibitzError, match="5 is not to my taste"):
            list(hands.ordered(_refuse, [5]))
        with pytest.raises(HouseFault, match="ZeroDivisionError"):
            list(hands.ordered(_break, [5]))


def _die_far_away(item):
    if item == 7 and multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * item


def test_a_player_that_ends_its_process_loses_that_game_and_its_worker_lives(team):
    setting = Setting("nim(2,3)", (exiting, "random"))
    results = outcome(Cluster(setting, "", team), 10)
    failures = [failure for *_, failure in results if failure]
    assert 0 < len(failures) < len(results) / 2
    assert {(failure.player, failure.kind) for failure in failures} == {(0, "exited")}
    assert len(team.mates) == 2


def test_killed_workers_are_named_and_cost_no_result(team, capsys):
    setting = Setting("nim(2,3)", (partial(slow, seconds=0.005), "random"))
    expected = alone(setting, 60)
    played = []
    for number, batch in enumerate(Cluster(setting, "", team).run(chunks(60, 2))):
        played += counted(batch)
        if number in (3, 12):
            there = dask.roll(team.client)
            os.kill(next(one.process for one in there.values() if one.process), signal.SIGKILL)
    assert played == expected
    assert "is gone; others do its part" in capsys.readouterr().err


def test_where_no_worker_is_left_the_rest_is_played_here(team, monkeypatch, capsys):
    monkeypatch.setattr(gang, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(gang, "ROLL_SECONDS", 0.01)
    setting = Setting("nim(2,3)", (partial(slow, seconds=0.002), "random"))
    expected = alone(setting, 160)
    crew = Cluster(setting, "", team)
    results = crew.run(chunks(160))
    first = next(results)
    monkeypatch.setattr(dask, "roll", lambda client: {})
    rest = list(results)
    assert [game for batch in (first, *rest) for game in counted(batch)] == expected
    assert "the rest is done here" in capsys.readouterr().err


def test_an_item_that_loses_worker_after_worker_is_done_here(team):
    job = gang.Errand(0, 21, losses=gang.LOSSES)
    shift = gang.Shift(team, _double, iter([]), lambda items: map(_double, items))
    shift.waiting[0], shift.issued = job, 1
    shift.again.append(job)
    assert list(shift.results()) == [(42, 0.0)]


def _double(item):
    return 2 * item


def _refuse(item):
    raise BadValue(f"{item} is not to my taste")


def _break(item):
    raise ZeroDivisionError("no")


def test_hands_give_results_in_order_and_tell_what_goes_wrong(team):
    hands = ClusterHands("", team)
    assert list(hands.ordered(_double, range(200))) == list(range(0, 400, 2))
    with pytest.raises(KibitzError, match="5 is not to my taste"):
        list(hands.ordered(_refuse, [5]))
    with pytest.raises(HouseFault, match="ZeroDivisionError"):
        list(hands.ordered(_break, [5]))
    assert list(hands.ordered(_double, [])) == []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"Kibitz": "0.0.1"}, "it has Kibitz 0.0.1, not {Kibitz}"),
        ({"numba": "0.60"}, "it has numba 0.60, not {numba}"),
        ({"sources": "beef"}, "its files of Kibitz are not the same"),
        ({"probe": "beef"}, "its processor computes other results in a probe run"),
    ],
)
def test_a_worker_that_would_play_otherwise_is_refused_and_given_nothing(
    changed, told, team, monkeypatch, capsys
):
    there = dask.roll(team.client)
    stranger = replace(next(iter(there.values())), address="tcp://127.0.0.1:1", name="stranger")
    stranger = replace(stranger, likeness={**likeness(), **changed})
    monkeypatch.setattr(dask, "roll", lambda client: {**there, stranger.address: stranger})
    monkeypatch.setattr(team, "_barred", {})
    assert list(ClusterHands("", team).ordered(_double, range(9))) == list(range(0, 18, 2))
    team.call_roll()
    assert stranger.address not in team.mates
    told = told.format(**likeness())
    sentence = f"worker stranger at tcp://127.0.0.1:1 is refused: {told}\n"
    assert capsys.readouterr().err == sentence


def test_a_worker_that_kibitz_did_not_start_is_refused():
    assert difference(None, likeness()) == "it was not started by 'kibitz cluster'"
    assert difference(dict(likeness()), likeness()) is None


def test_a_worker_without_the_program_leaves_it_to_others(tmp_path, monkeypatch):
    file = tmp_path / "bot"
    file.write_text("one")
    task = Playing("test", Setting("nim", ("random", "random")), {str(file): far.file_digest(file)})
    chunk = Chunk(PAIRING, 0, 1)
    assert not far.perform(task, chunk).error
    monkeypatch.setattr(far, "_crews", type(far._crews)())
    file.write_text("two")
    told = far.perform(task, chunk)
    assert told == Performed(None, error=f"its program {file} is another one", is_refusal=True)
    file.unlink()
    assert far.perform(task, chunk).error == f"it has no program {file}"


@pytest.mark.parametrize(
    "text",
    ["tcp://10.0.0.7:8786", "tcp://0.0.0.0:8786", "tcp://example.org:1", "tcp://127.0.0.1.evil:1"],
)
def test_an_open_port_on_the_network_is_refused(text):
    with pytest.raises(BadValue, match="would let anybody who reaches it run code"):
        Gathering.of(text)
    answer = kibitz("match", "nim", "random", "random", "--cluster", text)
    check_refused(answer, text, "use tls://")


def test_addresses_that_are_none_are_refused(monkeypatch):
    for text in (
        "local",
        "local:0",
        "local:9999",
        "http://a:1",
        "tcp://127.0.0.1",
        "tls://a:70000",
    ):
        with pytest.raises(BadValue):
            Gathering.of(text)
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(BadValue, match=f"{VARIABLE} names no folder of ca.pem"):
        Gathering.of("tls://example.org:8786").security()
    answer = kibitz("match", "nim", "random", "random", "--cluster", "local:1", "--workers", "2")
    check_refused(answer, "--cluster and --workers exclude each other")


def test_a_cluster_that_is_not_there_is_one_sentence_in_good_time(monkeypatch):
    begun = time.monotonic()
    answer = kibitz("cluster", "status", f"tcp://127.0.0.1:{free_port()}")
    check_refused(answer, "no cluster answers at tcp://127.0.0.1:", "refused")
    with socket.create_server(("127.0.0.1", 0)) as mute:
        monkeypatch.setattr(lab_cluster, "ANSWER_SECONDS", 0.1)
        answer = kibitz("cluster", "status", f"tcp://127.0.0.1:{mute.getsockname()[1]}")
        check_refused(answer, "timed out")
    assert time.monotonic() - begun < 8.0  # it takes 0.4 s; a client by itself waits for ten


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def spoken(*args):
    """`kibitz args` in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", "from kibitz.cli.main import main; main()", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def heard(process):
    """Wait until a process says that it is ready."""
    line = process.stderr.readline()
    assert "Ctrl-C" in line, line


def end_once_playing(log, process):
    """Kill a process group as soon as a run tells its log of the first results."""
    patience = time.monotonic() + 60
    while time.monotonic() < patience and not (log.exists() and "playing" in log.read_text()):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)


def test_a_cluster_is_started_joined_looked_at_and_its_end_leaves_a_run_for_another_one(
    team, monkeypatch, tmp_path
):
    monkeypatch.setattr(gang, "GONE_SECONDS", 0.5)
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    plan = ("nim(2,3)", "mcts(iterations=200)", "random", "--pairs", "500", "--seed", "4", "--json")
    host, guest = spoken("cluster", "start", address, "--workers", "1"), None
    try:
        expected = kibitz("match", *plan, "--workers", "1")
        heard(host)
        guest = spoken("cluster", "join", address, "--workers", "1")
        heard(guest)
        there = kibitz("cluster", "status", address, "--json").json["workers"]
        assert sorted(worker["name"] == "0" for worker in there) == [False, True]
        assert not any(worker["refused"] for worker in there)
        log = tmp_path / "log.jsonl"
        ender = threading.Thread(target=end_once_playing, args=(log, host))
        ender.start()
        broken = kibitz("match", *plan, "--cluster", address, "--log", str(log))
        ender.join()
        assert broken.code == 1, broken
        last = broken.err.splitlines()[-1]
        assert f"the cluster at {address} is gone" in last
        resume = last.rpartition("kibitz match ")[2].split()
        elsewhere = ("--cluster", team.client.scheduler.address)
        assert kibitz("match", *resume, "--json", *elsewhere).out == expected.out
        assert guest.wait(60) != 0  # it has nobody to work for
    finally:
        for process in filter(None, (host, guest)):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
