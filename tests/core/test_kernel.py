"""The cache of compiled kernels: found again, renewed by an edit, mended where damaged."""

import os
import random
import shlex
import shutil
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Any, cast

import pytest

from kibitz.core import cache, kernel
from kibitz.core.kept import CacheFolder
from kibitz.core.kernel import COMPILED
from tests.core.damage import DAMAGES, kept_files, zeroed

ASK = "from kibitz.cli.main import main; main()"
ROLLOUT = "rollout(samples=4)"
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
    assert second.stdout == before.stdout


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
    assert after.stdout == before.stdout


@needs_compiler
def test_listing_the_games_compiles_nothing(tmp_path):
    asked = [sys.executable, "-c", ASK, "games"]
    env = os.environ | {"KIBITZ_CACHE": str(tmp_path), "KIBITZ_PACKS": "off"}
    listed = subprocess.run(asked, capture_output=True, text=True, env=env, check=True)
    assert "tictactoe" in listed.stdout
    assert listed.stderr == ""
    assert not (tmp_path / "kernels").exists()


@needs_compiler
def test_where_no_cache_can_be_written_the_answer_still_comes(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = _run(_command(), blocked)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("nothing can be kept") == 1


@needs_compiler
def test_a_cache_of_damaged_files_is_told_mended_and_changes_no_answer(house, before):
    chance = random.Random(1)
    for file, damage in zip(kept_files(house / "cache"), cycle(DAMAGES), strict=False):
        file.write_bytes(damage(file.read_bytes(), chance))
    after, again = _roll_out(house), _roll_out(house)
    assert after.stdout == again.stdout == before.stdout
    assert after.stderr.count("was damaged") == 1
    assert again.stderr == ""


@needs_compiler
def test_a_damaged_file_of_a_kernel_is_never_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "kernels_folder", lambda: CacheFolder(tmp_path))
    assert _new_kernel()(20) == 42
    (file,) = kept_files(tmp_path)
    chance = random.Random(1)
    for damage in DAMAGES * 6:
        whole = file.read_bytes()
        file.write_bytes(damage(whole, chance))
        assert _new_kernel()(20) == 42
        assert file.read_bytes() != whole or damage is zeroed
    asked = _new_kernel()
    assert asked(20) == 42
    assert sum(asked.stats.cache_hits.values()) == 1


@needs_compiler
@pytest.mark.parametrize("options", ["size=64k", "ro"])
def test_on_a_full_or_locked_disk_the_answer_is_the_same(options, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = f"mount -t tmpfs -o mode=700,{options} none {disk}"
    if subprocess.run(["unshare", "-rm", "sh", "-c", mount], check=False).returncode:
        pytest.skip("no disk can be mounted here")
    done = _run(["unshare", "-rm", "sh", "-c", f"{mount} && {shlex.join(_command())}"], disk)
    assert done.returncode == 0, done.stderr
    assert done.stdout == _run(_command()).stdout
    assert done.stderr.count("nothing can be kept") == 1


@needs_compiler
def test_a_kernel_is_compiled_once_for_all_constants_it_is_called_with(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "kernels_folder", lambda: CacheFolder(tmp_path))

    @kernel.kernel
    def shifted(number, by, pair=(0, 0)):
        return (number << by) + pair[0]

    @kernel.kernel
    def asking(number):
        return shifted(number, 1) + shifted(number, by=2) + shifted(number, 3, (number, 1))

    assert asking(1) == 2 + 4 + 9
    assert len(cast(Any, shifted).signatures) == 2  # with a pair and without


def _roll_out(house: Path):
    """An answer that needs the payoff of the rules inside the kernel of a search."""
    return _run(_command("--analyst", ROLLOUT), house / "cache", house / "src")


def _command(*more: str):
    return [sys.executable, "-c", ASK, "analyse", "nim", "1,2", "--seed", "1", "--json", *more]


def _run(command: list[str], cache: Path | None = None, source: Path | None = None):
    given = {"KIBITZ_CACHE": cache, "PYTHONPATH": source}
    chosen = {name: str(path) for name, path in given.items() if path}
    environment = {**os.environ, "KIBITZ_PACKS": "off", **chosen}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def _new_kernel():
    """A kernel that has only its file in the cache to remember how it was compiled."""

    def doubled_and_two(number):
        return 2 * number + 2

    return kernel.kernel(doubled_and_two)


@pytest.mark.compiled
def test_an_interrupt_that_the_compiler_lost_is_raised_after_all(monkeypatch):
    """Python forgets what is raised in a call back from LLVM, which then has no object to keep."""

    @kernel.kernel
    def doubled(x: int) -> int:
        return 2 * x

    def broken_off(library: object) -> bytes:
        raise RuntimeError(f"no compiled object yet for {library}")

    monkeypatch.setattr("numba.core.codegen.JITCodeLibrary._get_compiled_object", broken_off)
    with pytest.raises(KeyboardInterrupt):
        doubled(21)
