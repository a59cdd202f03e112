"""What programs are called: by the name they give themselves or are given, never cut off."""

import sys

import pytest

from kibitz.errors import BadValue
from kibitz.players.foreign import called, introduced, parse_command
from tests.cli.shell import kibitz

BOT = """
import sys
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "ugi":
        print("id name " + sys.argv[1], "ugiok", sep="\\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "legal":
        first = rest.split("\\t")[0]
    elif word == "go":
        print("bestmove", first, flush=True)
    elif word == "quit":
        break
"""


@pytest.fixture
def bot(tmp_path):
    """A program that calls itself as it is told."""
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    return lambda name: f"exec:{sys.executable} {file} '{name}'"


def test_a_program_is_called_by_its_name_in_every_report_and_in_the_archive(bot, tmp_path):
    place = ("--db", str(tmp_path / "a.sqlite"))
    kept_there = ("--store", *place)
    fast = "exec:name='Fast one' " + bot("Deep Nim").removeprefix("exec:")
    log, page = tmp_path / "log", tmp_path / "page.html"
    watched = ("--log", str(log), "--html", str(page))
    told = ("nim(1,2)", bot("Deep Nim"), fast, "--pairs", "2", "--seed", "1", "--workers", "1")
    match = kibitz("match", *told, *kept_there, *watched, "--json")
    assert match.json["players"] == ["Deep Nim", "Fast one"]
    rated = kibitz("tournament", *told, "random", *kept_there).out
    assert "Deep Nim" in rated
    assert "bot.py" not in rated + log.read_text() + page.read_text()
    kept = kibitz("archive", "list", *place).out + kibitz("ratings", "nim(1,2)", *place).out
    assert "Deep Nim" in kept
    assert "bot.py" not in kept


def test_a_name_that_another_player_has_is_not_taken(bot):
    same, level, own = bot("Deep"), bot("expert"), bot("Own")
    texts = introduced([same, f"{same} 2", level, own, "expert"], ["expert", "random"])
    assert [called(text) for text in texts] == [same, f"{same} 2", level, "Own", "expert"]


def test_a_program_that_says_nothing_keeps_its_command_line():
    assert introduced(["exec:true", "random"]) == ("exec:true", "random")


@pytest.mark.parametrize("name", ["", "a\x07b", "x" * 61, "exec:me"])
def test_a_name_that_no_table_could_show_is_refused(name):
    with pytest.raises(BadValue, match="has a name that"):
        parse_command(f"exec:'name={name}' true")
