"""The bots of the guide play by the real protocol, and as the theorem says."""

import shutil
import subprocess
import sys

import pytest

from kibitz.lab.contest.match import MatchRequest
from tests.docs.pages import DOCS, files

PAIRS = 2
PROGRAMS = {  # file: (what it needs, how it is made, how it is started)
    "nimbot.py": (sys.executable, None, f"{sys.executable} nimbot.py"),
    "nimbot.c": ("gcc", "gcc -Wall -Wextra -Werror -O1 -o nimbot nimbot.c", "./nimbot"),
    "nimbot.js": ("node", None, "node nimbot.js"),
}


def test_every_bot_of_the_guide_is_tried():
    assert set(files(DOCS / "bots/index.md")) == set(PROGRAMS)


@pytest.mark.compiled
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_bot_splits_every_pair_with_a_perfect_player(name, monkeypatch, tmp_path):
    """Bouton: 3,4,5 is won for whoever begins, so two perfect players win one game each."""
    tool, made_by, started = PROGRAMS[name]
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed, so {name} cannot run")
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(files(DOCS / "bots/index.md")[name])
    if made_by:
        subprocess.run(made_by.split(), check=True)
    played = MatchRequest("nim", (f"exec:{started}", "expert"), pairs=PAIRS, seed=1, workers=1)
    result = played.answer()
    assert result.failures.counts == ()
    assert result.counts == (0, 0, PAIRS, 0, 0)
