"""The cache of compiled kernels: found again, renewed by an edit, pruned."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.core import cache, kernel
from kibitz.core.kernel import COMPILED

ASK = "from kibitz.cli.main import main; main()"
needs_compiler = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")


@pytest.fixture(scope="module")
def compiled_house(tmp_path_factory):
    """A copy of Kibitz with the cache that its first answer left, and that answer."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copytree(Path(kernel.__file__).parents[1], folder / "src" / "kibitz")
    return folder, _roll_out(folder)


@pytest.fixture
def house(compiled_house, tmp_path):
    """That copy for one test to edit."""
    shutil.copytree(compiled_house[0], tmp_path / "house")
    return tmp_path / "house"


@pytest.fixture
def before(compiled_house):
    """What it answered before an edit."""
    return compiled_house[1]


@needs_compiler
def test_the_first_use_says_that_it_compiles_and_the_second_does_not(house, before):
    second = _roll_out(house)
    assert "compiling nim, first use only\n" in before.stderr
    assert before.stderr.count("compiling nim") == 1
    assert second.stderr == ""
    assert second.stdout.split('"seconds"')[0] == before.stdout.split('"seconds"')[0]


@needs_compiler
def test_an_edit_of_a_rule_is_noticed_by_the_kernels_that_inlined_it(house, before):
    rules = house / "src" / "kibitz" / "games" / "nim" / "rules.py"
    rules.write_text(rules.read_text().replace("return 1.0 if", "return 5.0 if"))
    after = _roll_out(house)
    assert '"value":1.0' in before.stdout
    assert '"value":5.0' in after.stdout


@needs_compiler
def test_an_edit_of_texts_comments_and_docstrings_compiles_nothing(house, before):
    kibitz = house / "src" / "kibitz"
    for path in ("games/nim/rules.py", "core/stream.py", "search/playout.py"):
        text = (kibitz / path).read_text().replace('"""', '"""Once more: ', 1)
        (kibitz / path).write_text(text.replace("\n@", "\n\n# Why this is so.\n@"))
    texts = kibitz / "games" / "nim" / "game.py"
    texts.write_text(texts.read_text().replace('= "Nim"', '= "Old Nim"'))
    after = _roll_out(house)
    assert after.stderr == ""
    assert after.stdout.split('"seconds"')[0] == before.stdout.split('"seconds"')[0]


@needs_compiler
def test_where_no_cache_can_be_written_the_answer_still_comes(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = _analyse(blocked)
    assert done.returncode == 0, done.stderr


def test_files_long_unused_are_pruned_and_the_others_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "KEEP_BYTES", 25)
    ages = {"new": 0, "used": 60, "third": 120, "old": cache.KEEP_SECONDS + 60}
    for name, age in ages.items():
        path = tmp_path / "nim" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"0123456789")
        os.utime(path, (time.time() - age, time.time() - age))
    cache.prune(tmp_path)
    assert sorted(path.name for path in tmp_path.glob("*/*")) == ["new", "used"]
    monkeypatch.setattr(cache, "KEEP_SECONDS", 30)
    cache.prune(tmp_path)
    assert [path.name for path in tmp_path.glob("*/*")] == ["new"]


def test_the_cache_is_where_the_user_wants_it(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    assert cache.cache_root() == tmp_path
    monkeypatch.delenv("KIBITZ_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_root() == tmp_path / "kibitz"


def _roll_out(house: Path):
    """An answer that needs the payoff of the rules inside the kernel of a search."""
    return _analyse(house / "cache", house / "src", "--analyst", "rollout(samples=4)")


def _analyse(cache: Path, source: Path | None = None, *more: str):
    environment = {**os.environ, "KIBITZ_CACHE": str(cache)}
    if source:
        environment["PYTHONPATH"] = str(source)
    command = [sys.executable, "-c", ASK, "analyse", "nim", "1,2", "--seed", "1", "--json", *more]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
