"""What makes a kernel another one: each edit of a toy game, noticed or not."""

import importlib
import inspect
import sys

import numpy as np
import pytest
from numba import typed, typeof

from kibitz.core.kernel import COMPILED, kernel
from kibitz.core.reach import Unreadable, digest_of
from kibitz.core.seeds import stream
from kibitz.games.holdem.solver.lanes import LANES_TYPE
from kibitz.games.holdem.solver.passes import act
from kibitz.games.holdem.solver.solver import iterate_last
from kibitz.search.playout import TO_THE_END, play_out

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")

TOY = {
    "__init__.py": "from toy import outlook, rules",
    "position.py": """
from typing import NamedTuple
class Toy(NamedTuple):
    stones: int
    seat: int
class Other(NamedTuple):
    stones: int
""",
    "rules.py": '''
from kibitz.core.game import OVER, rule
from toy import helper
from toy.position import Other, Toy
from toy.texts import told
LEAST = 1
@rule
def turn(p: Toy) -> int:
    """Whose turn it is."""
    return p.seat if p.stones >= LEAST else OVER  # nobody's
@rule
def moves(p: Toy, out) -> int:
    out[0] = helper.taken(p.stones)
    return 1
@rule
def play(p: Toy, move: int) -> Toy:
    return Toy(p.stones - move, 1 - p.seat)
@rule
def turn(p: Other) -> int:
    return 7
def shown(p: Toy) -> str:
    return told("stones", p.stones)
''',
    "helper.py": """
from kibitz.core.kernel import kernel
from toy.deep import table_at
@kernel
def taken(stones: int, most: int = 3) -> int:
    return min(most, table_at(stones))
""",
    "deep.py": """
from pathlib import Path
import numpy as np
from kibitz.core.kernel import kernel
from toy.written import plus
TABLE = np.load(Path(__file__).parent / "table.npy")
@kernel
def table_at(stones: int) -> int:
    return plus(TABLE[stones & 3]) + 0
""",
    "written.py": """
from numba.core import types
from numba.extending import intrinsic
STEP = 3
class Kind(types.Type):
    pass
def added(builder, number):
    return builder.add(number, number.type(STEP))
@intrinsic
def plus(context, number):
    def generate(context, builder, signature, args):
        return added(builder, args[0])
    return types.int64(types.int64), generate
""",
    "outlook.py": """
from kibitz.core.game import rule
from toy.position import Toy
@rule
def policy(p: Toy, out, stream) -> int:
    return 1
""",
    "texts.py": """
def told(what: str, count: int) -> str:
    return f"{what}: {count}"
""",
}


@pytest.fixture
def folder(tmp_path):
    """Where the toy game stands."""
    return tmp_path / "toy"


@pytest.fixture
def digest(folder, monkeypatch):
    """The digest of a play-out of the toy game, after an edit of one of its files."""
    folder.mkdir()
    for name, text in TOY.items():
        (folder / name).write_text(text)
    np.save(folder / "table.npy", np.arange(1, 5))
    monkeypatch.syspath_prepend(folder.parent)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def after(name=None, old="", new=""):
        if name:
            text = (folder / name).read_text()
            assert old in text
            (folder / name).write_text(text.replace(old, new))
        return _digest_of_a_new_toy()

    yield after
    _forget()


NOTICED = {
    "a rule": ("rules.py", "p.stones - move", "p.stones - 2 * move"),
    "a number": ("rules.py", "LEAST = 1", "LEAST = 2"),
    "a helper in a module that is used by its name": ("helper.py", "min(most", "max(most"),
    "a default": ("helper.py", "most: int = 3", "most: int = 2"),
    "a helper two imports away": ("deep.py", "+ 0", "+ 1"),
    "a constant of the same helper": ("deep.py", '"table.npy")', '"table.npy") + 1'),
    "its type": ("deep.py", '"table.npy")', '"table.npy").view(np.uint64)'),
    "a rule in a module that nothing else imports": ("outlook.py", "return 1", "return 2"),
    "a rule that falls back to the default": ("outlook.py", "def policy", "def priority"),
    "an intrinsic": ("written.py", "args[0]", "args[-1]"),
    "what writes its machine code": ("written.py", "builder.add(", "builder.sub("),
    "a number in that": ("written.py", "STEP = 3", "STEP = 4"),
    "a field": ("position.py", "seat: int", "seat: int\n    more: int = 0"),
}
IGNORED = {
    "a comment": ("rules.py", "# nobody's", "# it is over"),
    "a line above": ("rules.py", "LEAST = 1", "\n\n\nLEAST = 1"),
    "a docstring": ("rules.py", "Whose turn it is.", "The seat to act."),
    "a text function": ("rules.py", '"stones"', '"pebbles"'),
    "a module of texts": ("texts.py", "{what}:", "{what} ="),
    "a rule for another position": ("rules.py", "return 7", "return 8"),
    "a type hint": ("helper.py", "-> int", '-> "int"'),
}


@pytest.mark.parametrize("edit", NOTICED.values(), ids=NOTICED.keys())
def test_an_edit_that_changes_the_machine_code_is_noticed(digest, edit):
    assert digest() != digest(*edit)


@pytest.mark.parametrize("edit", IGNORED.values(), ids=IGNORED.keys())
def test_an_edit_that_changes_no_machine_code_is_not(digest, edit):
    assert digest() == digest(*edit)


def test_a_table_counts_by_what_is_in_it(digest, folder):
    before = digest()
    np.save(folder / "table.npy", np.arange(1, 5))
    assert digest() == before
    np.save(folder / "table.npy", np.array([1, 2, 3, 5]))
    assert digest() != before


def test_a_type_of_our_own_counts_with_its_module(digest):
    """Its model and its operators are registered there, where no kernel names them."""

    def digest_of_a_kind():
        kind = importlib.import_module("toy.written").Kind("kind")
        return digest_of((lambda x: x), (kind,))  # type: ignore[arg-type]

    digest()
    before = digest_of_a_kind()
    digest()
    assert digest_of_a_kind() == before
    digest("written.py", "pass", "is_wide = True")
    assert digest_of_a_kind() != before


def test_the_solver_of_holdem_is_kept():
    """It is written with intrinsics on a type of its own."""
    for each in (act, iterate_last):
        assert digest_of(inspect.unwrap(each), (LANES_TYPE,))


def test_two_helpers_that_change_places_are_noticed():
    def digest_with(first, second):
        @kernel
        def both(x):
            return first(x) - second(x)

        return digest_of(both.py_func, ())  # type: ignore[attr-defined]

    one, two = kernel(lambda x: x + 1), kernel(lambda x: x + 2)
    assert digest_with(one, two) != digest_with(two, one)
    assert digest_with(one, two) == digest_with(one, two)


def test_what_cannot_be_told_by_its_value_is_not_cached():
    box = typed.List([1])

    def with_a_box():
        return len(box)

    def of_a_box(x):
        return len(x)

    with pytest.raises(Unreadable):
        digest_of(with_a_box, ())  # type: ignore[arg-type]
    with pytest.raises(Unreadable):
        digest_of(of_a_box, (typeof(box),))  # type: ignore[arg-type]


def _digest_of_a_new_toy():
    _forget()
    importlib.invalidate_caches()
    toy = importlib.import_module("toy.position")
    importlib.import_module("toy")
    p = toy.Toy(9, 0)
    out, luck = np.empty(4, np.int64), stream(1)
    signature = [typeof(each) for each in (p, TO_THE_END, out, luck, luck)]
    return digest_of(inspect.unwrap(play_out), signature)


def _forget():
    for name in [name for name in sys.modules if name.split(".")[0] == "toy"]:
        del sys.modules[name]
