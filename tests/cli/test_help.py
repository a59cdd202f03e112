"""What `--help` lists: every command once, each on one line of an 80-column terminal."""

import subprocess
import sys

import pytest

from kibitz import __version__
from kibitz.cli.main import COMMANDS
from kibitz.cli.sections import OF_GAMES, OTHER, SECTIONS, sections_of
from kibitz.cli.verbs import members, top_names
from tests.cli.shell import kibitz

EVERYTHING = {*COMMANDS, *top_names()}
GROUPS = sorted(name for name in top_names() if members(name))


def _listed(*group):
    """The names and summaries that the help of a group lists; a wrapped line has no name."""
    lines = kibitz(*group, "--help").out.splitlines()
    titles = {f"{title}:" for title in (*SECTIONS, OF_GAMES, OTHER, "Commands")}
    begin = next(n for n, line in enumerate(lines) if line in titles)
    rows = [line for line in lines[begin:] if line.startswith("  ") and "Start with" not in line]
    return [(row[2:].split(" ")[0], row) for row in rows]


def test_every_command_is_listed_once():
    assert sorted(name for name, _ in _listed()) == sorted(EVERYTHING)


@pytest.mark.parametrize("group", GROUPS)
def test_every_command_of_a_group_is_listed_on_one_line(group):
    assert [name for name, _ in _listed(group)] == members(group)
    assert all(len(row) <= 80 for _, row in _listed(group))


def test_the_sections_name_only_commands_that_exist():
    assert {name for names in SECTIONS.values() for name in names} <= EVERYTHING


def test_verbs_of_games_stand_together_and_what_nobody_claims_stands_last():
    found = sections_of(["nim", "play", "juggle", "cribbage"])
    assert found == {"Play and learn": ["play"], OF_GAMES: ["cribbage", "nim"], OTHER: ["juggle"]}


def test_the_package_itself_is_the_command():
    asked = [sys.executable, "-m", "kibitz", "--version"]
    said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    assert said == f"kibitz, version {__version__}\n"
