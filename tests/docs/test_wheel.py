"""The wheel as somebody gets it: what is in it, and that it answers where it was put."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kibitz import __version__

ROOT = Path(__file__).parents[2]
BUILD = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel of the sources, with a man page as `make dist` would have made one."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py", "src"):
        (tree / name).symlink_to(ROOT / name)
    page = tree / "build" / "share" / "man" / "man1" / "kibitz.1"
    page.parent.mkdir(parents=True)
    page.write_text(".TH KIBITZ 1\n")
    subprocess.run([*BUILD, str(tree / "dist")], cwd=tree, check=True, capture_output=True)
    (made,) = (tree / "dist").iterdir()
    return made


def test_a_wheel_has_all_that_the_package_is_made_of_and_nothing_else(wheel):
    package = ROOT / "src" / "kibitz"
    with zipfile.ZipFile(wheel) as parts:
        held = {name for name in parts.namelist() if name.startswith("kibitz/")}
    wanted = {
        f"kibitz/{file.relative_to(package)}"
        for file in package.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert held == wanted
    kinds = {Path(name).suffix for name in held}
    assert {".py", ".pack", ".npz", ".json", ".html", ".css", ".js"} <= kinds
    assert "kibitz/py.typed" in held


def test_a_wheel_brings_the_man_page_to_where_man_looks(wheel):
    with zipfile.ZipFile(wheel) as parts:
        assert f"kibitz-{__version__}.data/data/share/man/man1/kibitz.1" in parts.namelist()


def test_a_wheel_answers_where_it_was_put(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as parts:
        parts.extractall(tmp_path)
    asked = subprocess.run(
        [sys.executable, "-m", "kibitz", "analyse", "nim", "3,4,5", "--json"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path), "PATH": "", "KIBITZ_CACHE": str(tmp_path / "cache")},
    )
    answer = json.loads(asked.stdout)
    assert (answer["version"], answer["best"]) == (__version__, "1:2")


def test_the_changelog_begins_with_this_version():
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first is not None
    assert first[1] == __version__
