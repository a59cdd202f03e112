"""Machine code that comes with the package: run, never built in, and not trusted when damaged."""

from random import Random
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from kibitz.core import cache, kernel, notice, packs
from kibitz.core.kept import CacheFolder
from kibitz.core.packing import write_packs
from tests.core.damage import DAMAGES

SHIPPED = packs.FOLDER

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not kernel.COMPILED, reason="nothing is compiled in this run"),
]


def thrice(n):
    return 3 * n


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def thrice_and_one(n):
    return thrice(n) + fibonacci(n) + 1


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A cache folder, a folder of packs, and how to make kernels that know each other."""
    monkeypatch.setattr(packs, "FOLDER", tmp_path / "packs")
    monkeypatch.setattr(cache, "called", {})
    made = SimpleNamespace(packs=tmp_path / "packs", folder=tmp_path / "first")

    def use(folder):
        packs._pack.cache_clear()
        notice._said.clear()
        made.folder = folder
        monkeypatch.setattr(cache, "kernels_folder", lambda: CacheFolder(folder))
        monkeypatch.setattr("kibitz.core.packing.kernels_folder", lambda: CacheFolder(folder))

    made.use = use
    use(tmp_path / "first")
    yield made
    packs._pack.cache_clear()


def _kernels():
    """Fresh kernels of the three functions."""
    names: dict[str, Any] = {"__name__": __name__}
    for plain in (thrice, fibonacci, thrice_and_one):
        copy = FunctionType(plain.__code__, names, plain.__name__)
        names[plain.__name__] = kernel.kernel(copy)
    return SimpleNamespace(**names)


def _packed_house(house, tmp_path):
    """A house whose packs have `thrice` and `fibonacci`, and whose cache folder is empty."""
    fresh = _kernels()
    assert (fresh.thrice(5), fresh.fibonacci(10)) == (15, 55)
    [path] = write_packs(house.packs, cache.called)
    house.use(tmp_path / "second")
    return path


def test_what_is_packed_is_not_compiled(house, tmp_path):
    _packed_house(house, tmp_path)
    fresh = _kernels()
    assert (fresh.thrice(7), fresh.fibonacci(12)) == (21, 144)
    assert not list(house.folder.rglob("*.kept"))


def test_a_kernel_builds_in_one_that_python_had_out_of_a_pack(house, tmp_path):
    _packed_house(house, tmp_path)
    fresh = _kernels()
    assert fresh.thrice(7) == 21
    assert fresh.fibonacci(12) == 144
    assert fresh.thrice_and_one(12) == 36 + 144 + 1
    assert (fresh.thrice(8), fresh.fibonacci(11), fresh.thrice_and_one(2)) == (24, 89, 8)
    kept = {path.name.partition("-")[0].rpartition(".")[2] for path in house.folder.rglob("*.kept")}
    assert kept == {"thrice", "fibonacci", "thrice_and_one"}


def test_a_pack_has_no_kernel_that_only_kernels_called(house):
    assert _kernels().thrice_and_one(3) == 12
    [path] = write_packs(house.packs, cache.called)
    house.use(house.folder)  # it was looked for before it was there
    assert [name.partition("-")[0].rpartition(".")[2] for name in packs._pack(path)] == [
        "thrice_and_one"
    ]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_pack_is_said_and_compiled_instead(damage, house, tmp_path, capfd):
    path = _packed_house(house, tmp_path)
    path.write_bytes(damage(path.read_bytes(), Random(1)))
    assert _kernels().thrice(7) == 21
    assert f"{path.name} was damaged; compiling instead\n" in capfd.readouterr().err
    assert list(house.folder.rglob("*.kept"))


def test_a_pack_under_another_name_is_not_taken(house, tmp_path, capfd):
    path = _packed_house(house, tmp_path)
    content = path.read_bytes()
    path.unlink()
    other = house.packs / path.name.replace("tests", "core")
    other.write_bytes(content)
    assert packs._pack(other) == {}
    assert "damaged" in capfd.readouterr().err


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.pack")), ids=lambda path: path.name)
def test_a_pack_that_comes_with_the_package_is_whole_and_tells_no_place(path):
    kernels = packs._pack(path)
    assert kernels
    assert all(name.startswith(f"kernels/{path.name.partition('-')[0]}/") for name in kernels)
    assert not [name for name, content in kernels.items() if b"site-packages" in content]


def test_packs_can_be_done_without(house, tmp_path, monkeypatch):
    _packed_house(house, tmp_path)
    monkeypatch.setenv("KIBITZ_PACKS", "off")
    assert _kernels().thrice(7) == 21
    assert list(house.folder.rglob("*.kept"))


def test_an_edited_kernel_is_not_found_in_the_pack(house, tmp_path):
    _packed_house(house, tmp_path)
    other = FunctionType(thrice_and_one.__code__, {"__name__": __name__}, "thrice")
    other.__globals__.update(thrice=kernel.kernel(lambda n: n), fibonacci=kernel.kernel(abs_of))
    assert kernel.kernel(other)(4) == 9


def abs_of(n):
    return -n if n < 0 else n
