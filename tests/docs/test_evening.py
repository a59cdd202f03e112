"""The game of the guide: put together from the page, it keeps every law and its own theorems."""

import os
import subprocess
import sys
import tomllib

import pytest

from tests.docs.pages import DOCS, ROOT, files

NAME = "chomp"


@pytest.fixture
def package(tmp_path):
    """A folder in which the package of the page is installed."""
    written = files(DOCS / "developers/evening.md")
    for name, text in written.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / NAME / "__init__.py").touch()
    _install(tmp_path, tomllib.loads(written["pyproject.toml"])["project"])
    return tmp_path


def _install(folder, project):
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    facts = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(facts)
    named = "\n".join(f"{k} = {v}" for k, v in project["entry-points"]["kibitz.games"].items())
    (info / "entry_points.txt").write_text(f"[kibitz.games]\n{named}\n")


@pytest.mark.compiled
def test_the_game_of_the_guide_keeps_every_law_and_its_own_theorems(package):
    """Uncompiled, to be quick: its kernels would be compiled for this test alone."""
    places = ["tests/contract", str(package / "test_chomp.py")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-rA",
         "-m", "not compiled", "-k", NAME, *places],
        env={**os.environ, "PYTHONPATH": str(package), "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert "test_position_text_and_parse_are_inverses[chomp]" in done.stdout
    assert "test_on_a_square_bar_b2_wins" in done.stdout
