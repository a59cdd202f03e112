"""Programs that play: good ones, and ones that hang, crash, talk nonsense or never start."""

import os
import signal
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from kibitz.arena.match import Match
from kibitz.arena.stop import FixedPairs
from kibitz.arena.workers import Serial
from kibitz.core.registry import make_game
from kibitz.errors import BadValue
from kibitz.players import program as program_module
from kibitz.players.failure import Exited, MovedIllegally, Stalled
from kibitz.players.foreign import ForeignPlayer, parse_command, public_seed
from kibitz.players.program import Program
from kibitz.players.roster import make_player

EXAMPLE = Path(__file__).parents[2] / "examples" / "mybot.py"
GAME = make_game("tictactoe")
HELLO = """
import sys
def say(*words):
    print(*words, flush=True)
legal = []
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "ugi":
        say("id name test")
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "legal":
        legal = rest.split("\\t")
    elif word == "quit":
        break
    elif word == "go":
"""


@pytest.fixture
def bot(tmp_path):
    """Makes the player's text of a program that does this when it is to move."""

    def make(body):
        file = tmp_path / f"bot{len(list(tmp_path.iterdir()))}.py"
        file.write_text(HELLO + textwrap.indent(textwrap.dedent(body), " " * 8))
        return f"exec:{sys.executable} {file}"

    return make


def played(text, pairs=3, limit=None, opponent="random"):
    match = Match("tictactoe", (text, opponent), FixedPairs(pairs), 3, limit)
    progress = match.begin()
    with Serial(match.setting()) as crew:
        for _ in progress.run(crew):
            pass
    return progress.tally


def test_the_example_plays_a_whole_match_and_its_seed_decides_it():
    text = f"exec:{sys.executable} {EXAMPLE}"
    tally = played(text, 10)
    assert not tally.failures
    assert sum(tally.games) == 20
    assert played(text, 10).cells == tally.cells


def test_a_bot_in_sh_plays_a_whole_match(tmp_path):
    file = tmp_path / "bot.sh"
    file.write_text(
        """#!/bin/sh
        while read -r word rest; do
            case $word in
                ugi) echo ugiok ;;
                isready) echo readyok ;;
                legal) first=${rest%%\t*} ;;
                go) echo "bestmove $first" ;;
                quit) exit ;;
            esac
        done
        """
    )
    file.chmod(0o755)
    tally = played(f"exec:{file}", 5)
    assert not tally.failures
    assert sum(tally.games) == 10


def test_a_program_is_told_what_its_seat_sees_and_no_more(tmp_path, bot):
    log = tmp_path / "log"
    text = bot("say('bestmove', legal[0])")
    file = Path(text.split()[-1])
    listen = f"    open({str(log)!r}, 'a').write(line)\n    word, _, rest"
    file.write_text(file.read_text().replace("    word, _, rest", listen))
    player = ForeignPlayer(GAME, text)
    player.limit(1.5)
    player.new_game(7)
    p = GAME.parse_position("X../.O./...")
    assert GAME.move_text(p, player.move(p, 0, 99)) == "b1"
    player.close()
    assert log.read_text().splitlines() == [
        "ugi",
        f"newgame seed {public_seed(7)} game tictactoe",
        "isready",
        "position X../.O./...",
        "legal b1\tc1\ta2\tc2\ta3\tb3\tc3",
        "go seat 0 movetime 1500",
        "quit",
    ]


def test_one_that_hangs_loses_its_games(bot):
    tally = played(bot("import time; time.sleep(30)"), 2, limit=0.3)
    assert tally.games == (4, 0, 0)
    assert tally.failed == {(0, "stalled"): 4}
    assert "did not answer 'bestmove' within 0.3 s" in tally.failures[0].reason


def test_one_that_uses_all_its_time_is_not_late(bot):
    wait = "import time; time.sleep(int(rest.split()[-1]) / 1000); say('bestmove', legal[0])"
    tally = played(bot(wait), 1, limit=0.1)
    assert not tally.failures


def test_one_that_crashes_loses_its_games_and_its_last_words_are_told(bot):
    tally = played(bot("raise ValueError('no idea')"), 2)
    assert tally.games == (4, 0, 0)
    assert tally.failed == {(0, "exited"): 4}
    assert "exited with code 1: ValueError: no idea (at 'bestmove')" in tally.failures[0].reason


@pytest.mark.parametrize("answer", ["banana", "a1 a1", "", "\\x00\\xff", "x" * 100_000])
def test_one_that_answers_garbage_loses_its_games(bot, answer):
    tally = played(bot(f"say('bestmove', {answer!r})"), 1)
    assert tally.games == (2, 0, 0)
    assert tally.failed == {(0, "illegal move"): 2}
    assert "which is not a legal move in" in tally.failures[0].reason
    assert len(tally.failures[0].reason) < 400


def test_one_that_floods_us_is_stopped(bot):
    begun = time.monotonic()
    tally = played(bot("\nwhile True: say('info nonsense')"), 1, limit=0.3)
    assert tally.failed == {(0, "stalled"): 2}
    assert time.monotonic() - begun < 20


def test_one_that_fails_at_times_plays_the_other_games(bot):
    tally = played(bot("if len(legal) < 3: sys.exit(4)\nsay('bestmove', legal[0])"), 8)
    lost = tally.failed[0, "exited"]
    assert 0 < lost < 16
    assert sum(tally.games) == 16


def test_what_was_said_before_the_question_is_no_answer(bot):
    text = bot("say('bestmove', legal[0]); say('bestmove', legal[0])")
    player = make_player(text, GAME)
    player.new_game(1)
    p = GAME.start()
    for _ in range(4):
        move = player.move(p, 0, 1)
        time.sleep(0.05)
        p = GAME.play(p, move)
    player.close()
    assert GAME.position_text(p) == "XOX/O../..."


def test_one_that_never_says_hello_is_not_started_for_ever():
    begun = time.monotonic()
    tally = played(lambda game: ForeignPlayer(game, "exec:sleep 20", start_seconds=0.2), 30)
    assert tally.failed == {(0, "stalled"): 60}
    assert "did not answer 'ugiok' within 0.2 s" in tally.failures[-1].reason
    assert time.monotonic() - begun < 15


def test_one_that_ends_at_once_is_reported(tmp_path):
    player = ForeignPlayer(GAME, "exec:sh -c 'echo sorry >&2; exit 7'")
    with pytest.raises(Exited, match=r"exited with code 7: sorry"):
        player.new_game(1)
    file = tmp_path / "not-a-program"
    file.write_text("#!/no/such/interpreter\n")
    file.chmod(0o755)
    with pytest.raises(Exited, match="cannot be started: No such file"):
        ForeignPlayer(GAME, f"exec:{file}").new_game(1)


def test_children_of_a_stopped_program_are_stopped_with_it(tmp_path):
    marker = tmp_path / "alive"
    player = ForeignPlayer(GAME, f"exec:sh -c '(sleep 1; touch {marker}) & sleep 30'")
    program = Program(player._command)
    time.sleep(0.2)
    program.stop()
    time.sleep(1.3)
    assert not marker.exists()


def test_texts_that_name_no_program_are_refused(tmp_path):
    file = tmp_path / "plain.txt"
    file.write_text("")
    for text, why in (
        ("exec:", "names no program"),
        ("exec:'", "is not a command: No closing quotation"),
        ("exec:./no-such-bot", "program './no-such-bot' does not exist"),
        (f"exec:{file}", "is not executable"),
    ):
        with pytest.raises(BadValue, match=why):
            make_player(text, GAME)
    assert parse_command("exec:sh -c 'a b'") == ["sh", "-c", "a b"]


def test_a_single_question_starts_the_program_by_itself():
    player = make_player(f"exec:{sys.executable} {EXAMPLE}", GAME)
    assert player.move(GAME.start(), 0, 5) in range(9)
    player.close()
    player.close()


def test_seeds_for_programs_differ_from_ours_and_from_each_other():
    given = {public_seed(seed) for seed in range(1000)}
    assert len(given) == 1000
    assert all(0 <= seed < 1 << 62 for seed in given)
    assert not given & set(range(1000))


def test_kinds_of_failure_are_words():
    assert {Exited.kind, Stalled.kind, MovedIllegally.kind} == {"exited", "stalled", "illegal move"}


def test_how_a_program_ended_is_told_however_late_its_keeper_is():
    """On a busy machine the keeper may be the last to hear of it."""
    abort = "import os; input(); os.abort()"
    program = Program([sys.executable, "-c", abort])
    keeper = program._keeper
    os.kill(keeper.pid, signal.SIGSTOP)
    waking = threading.Timer(1.0, os.kill, (keeper.pid, signal.SIGCONT))
    waking.start()
    assert program.send("go", time.monotonic() + 20.0)
    assert program.wait_for(lambda _: True, time.monotonic() + 20.0) is None
    assert program.stop() == "exited with code -6"
    waking.join()


def test_a_program_that_only_closes_its_output_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(program_module, "DYING_SECONDS", 1000.0)
    close = "import os, time; input(); os.close(1); time.sleep(1000)"
    program = Program([sys.executable, "-c", close])
    assert program.send("go", time.monotonic() + 20.0)
    assert program.wait_for(lambda _: True, time.monotonic() + 20.0) is None
    assert program.stop() == ""
