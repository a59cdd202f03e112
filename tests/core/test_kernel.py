"""The cache of compiled kernels: found again, renewed by an edit, pruned."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.core import kernel
from kibitz.core.kernel import COMPILED

ASK = "from kibitz.cli.main import main; main()"
needs_compiler = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")


@needs_compiler
def test_the_first_use_says_that_it_compiles_and_the_second_does_not(tmp_path):
    first, second = _analyse(tmp_path), _analyse(tmp_path)
    assert "compiling nim, first use only\n" in first.stderr
    assert first.stderr.count("compiling nim") == 1
    assert second.stderr == ""
    assert second.stdout.split('"seconds"')[0] == first.stdout.split('"seconds"')[0]


@needs_compiler
def test_an_edit_of_a_rule_is_noticed_by_the_kernels_that_inlined_it(tmp_path):
    house = tmp_path / "src" / "kibitz"
    shutil.copytree(Path(kernel.__file__).parents[1], house)
    before = _analyse(tmp_path / "cache", tmp_path / "src")
    rules = house / "games" / "nim" / "rules.py"
    rules.write_text(rules.read_text().replace("return 1.0 if", "return 5.0 if"))
    after = _analyse(tmp_path / "cache", tmp_path / "src", "--player", "rollout(samples=4)")
    assert '"value": 1.0' in before.stdout
    assert '"value": 5.0' in after.stdout


@needs_compiler
def test_where_no_cache_can_be_written_the_answer_still_comes(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = _analyse(blocked)
    assert done.returncode == 0, done.stderr


def test_old_folders_are_pruned_and_young_ones_kept(tmp_path):
    folders = [tmp_path / f"nim-{i:016x}" for i in range(kernel.KEEP_FOLDERS + 3)]
    other = tmp_path / "nimble-0000000000000000"
    for age, folder in enumerate([*folders, other]):
        folder.mkdir()
        os.utime(folder, (time.time() - age, time.time() - age))
    os.utime(folders[1], (0, 0))
    kernel._prune(folders[0])
    kept = [folders[0], *folders[2 : kernel.KEEP_FOLDERS + 1], other]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in kept)


def test_the_cache_is_where_the_user_wants_it(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    assert kernel.cache_root() == tmp_path
    monkeypatch.delenv("KIBITZ_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kernel.cache_root() == tmp_path / "kibitz"


def _analyse(cache: Path, source: Path | None = None, *more: str):
    environment = {**os.environ, "KIBITZ_CACHE": str(cache)}
    if source:
        environment["PYTHONPATH"] = str(source)
    command = [sys.executable, "-c", ASK, "analyse", "nim", "1,2", "--seed", "1", "--json", *more]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
