"""What a compiled kernel was made from, as a digest: all the code and constants it can reach.

numba freezes the globals that a function names when it compiles the function. So machine
code depends on the function's own bytecode, on the values those names have, and on the same
of every kernel among them. `digest_of` walks that graph as it stands in memory, where the
compiler meets it, and never looks at a source file: comments, docstrings and all that only
serves text cannot matter, and an array counts by what is in it, wherever it was loaded from.

A word of the contract means another kernel for each type of position. Positions come in by
the signature, by a class that a reached kernel names or by a constant, so each word that is
reached counts with its rule for each of those types, in whatever module the rule stands.

More may be counted than is used, never less: the names of attributes are looked up among
the globals, too. What the compiler has no type for no kernel can use, and it does not count;
what it has a type for and is not known here ends the walk with `Unreadable`. An intrinsic
writes machine code by plain Python, so plain functions count where one of those reaches them;
a type that is not numba's counts with the source of its module, the one exception.
"""

import hashlib
import inspect
import sys
from collections.abc import Callable, Iterable
from enum import EnumMeta
from functools import cache
from itertools import chain
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from numba.core.registry import cpu_target

Meaning = Callable[[type], Any]  # the function that a word stands for, by type of position

_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))
_SIMPLE_TYPES = (
    types.Number,
    types.Boolean,
    types.Literal,
    types.Omitted,
    types.NoneType,
    types.UnicodeType,
    types.NPDatetime,
)
_words: dict[Any, Meaning] = {}
_tables: dict[int, tuple[Any, str]] = {}  # digests of arrays by id; kept alive, so ids stay theirs
_codes: dict[CodeType, str] = {}


class Unreadable(Exception):
    """A kernel uses something that cannot be told from its value alone."""


def add_word(word: Any, meaning: Meaning) -> None:
    """Let the walk know that kernels may call `word`, and what it means for a position."""
    _words[word] = meaning


def digest_of(function: FunctionType, signature: Iterable[Any]) -> str:
    """A digest of everything that `function` can reach when compiled for these types."""
    walk = _Walk()
    walk.begin(function, tuple(signature))
    return hashlib.sha256("\n".join(walk.facts).encode()).hexdigest()[:24]


class _Walk:
    """The graph below one kernel, told as lines; functions are numbered as they are met."""

    def __init__(self) -> None:
        self.facts: list[str] = []
        self._numbers: dict[int, int] = {}
        self._waiting: list[FunctionType] = []
        self._writers: set[int] = set()  # numbers of what writes machine code for an intrinsic
        self._is_writing = False  # whether such a function is being told
        self._met: list[Any] = []  # the words and position types, once each
        self._bound: list[tuple[Any, type]] = []
        self._open: list[ModuleType] = []  # that are being told, against circles

    def begin(self, function: FunctionType, signature: tuple[Any, ...]) -> None:
        self._number(function)
        self.facts.extend(self._type(each) for each in signature)
        told = 0
        while told < len(self._waiting) or self._bound:
            if self._bound:
                word, position = self._bound.pop(0)
                meaning = self._number(_words[word](position))
                self.facts.append(f"{word.__qualname__} {_name(position)} {meaning}")
            else:
                self._is_writing = told in self._writers
                self._tell(self._waiting[told])
                told += 1

    def _tell(self, function: FunctionType) -> None:
        """The code of one function, and what its names stand for."""
        code = function.__code__
        names = _names(code)
        self.facts.append(_code_digest(code, function.__doc__))
        self.facts.append(self.value(function.__defaults__, names))
        for name, default in (function.__kwdefaults__ or {}).items():
            self.facts.append(f"{name} {self.value(default, names)}")
        for cell in function.__closure__ or ():
            self.facts.append(self.value(cell.cell_contents, names))
        for name in names:
            if name in function.__globals__:
                self.facts.append(f"{name} {self.value(function.__globals__[name], names)}")

    def _number(self, function: FunctionType) -> str:
        if id(function) not in self._numbers:
            self._numbers[id(function)] = len(self._waiting)
            self._waiting.append(function)
        return f"function {self._numbers[id(function)]}"

    def _writer(self, function: FunctionType) -> str:
        told = self._number(function)
        self._writers.add(self._numbers[id(function)])
        return told

    def value(self, value: Any, names: Iterable[str]) -> str:
        """What a kernel that uses these names can learn from `value`."""
        if isinstance(value, _PLAIN):
            return f"{type(value).__name__} {value!r}"
        if isinstance(value, Dispatcher):
            return f"{self._number(value.py_func)} {sorted(value.targetoptions.items())}"
        if isinstance(value, _Intrinsic):
            return f"intrinsic {self._writer(cast(Any, value)._defn)}"
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, tuple):
            inside = " ".join(self.value(each, names) for each in value)
            return f"{self._class(type(value))} ({inside})"
        if isinstance(value, np.ndarray):
            return _table_digest(value)
        if isinstance(value, np.generic | np.dtype):
            return f"{type(value).__name__} {value!r}"
        if isinstance(value, ModuleType):
            return self._module(value, names)
        return self._other(value)

    def _class(self, kind: Any) -> str:
        if hasattr(kind, "_fields"):
            self._meet(kind)
            return f"{_name(kind)} {kind._fields} {kind._field_defaults}"
        if isinstance(kind, EnumMeta):
            return f"{_name(kind)} {dict(kind.__members__)}"
        if hasattr(kind, "class_type"):
            raise Unreadable(f"{_name(kind)} is compiled")
        return _name(kind)

    def _module(self, module: ModuleType, names: Iterable[str]) -> str:
        """A library counts by its version; of any other module what these names find in it."""
        if _is_library(module):
            return module.__name__
        if module in self._open:
            return module.__name__
        self._open.append(module)
        found = [name for name in names if name in vars(module)]
        inside = " ".join(f"{name} {self.value(vars(module)[name], names)}" for name in found)
        self._open.remove(module)
        return f"{module.__name__} {inside}"

    def _other(self, value: Any) -> str:
        if isinstance(value, FunctionType) and value in _words:
            self._meet(value)
            return f"word {value.__qualname__}"
        library = sys.modules.get(getattr(value, "__module__", None) or "")
        if callable(value) and library and _is_library(library):
            return f"{library.__name__} {getattr(value, '__qualname__', value)}"
        if self._is_writing:
            return self._writing(value)
        if _has_type(value):
            raise Unreadable(f"a {type(value).__name__} is among its globals")
        return "nothing to a kernel"

    def _writing(self, value: Any) -> str:
        """What a function that writes machine code can learn from a value."""
        if isinstance(value, FunctionType):
            return self._writer(value)
        if isinstance(value, types.Type):
            return self._type(value)
        raise Unreadable(f"a {type(value).__name__} is used to write machine code")

    def _meet(self, newcomer: Any) -> None:
        """Bind a word to every position met so far, or a position to every word."""
        if any(newcomer is known for known in self._met):
            return
        for known in self._met:
            if isinstance(newcomer, type) != isinstance(known, type):
                pair = (known, newcomer) if isinstance(newcomer, type) else (newcomer, known)
                self._bound.append(pair)
        self._met.append(newcomer)

    def _type(self, kind: Any) -> str:
        """A numba type, with the positions and kernels that come in by it."""
        if isinstance(kind, types.BaseTuple):
            inside = " ".join(self._type(each) for each in cast(Any, kind).types)
            return f"{self._class(getattr(kind, 'instance_class', tuple))} ({inside})"
        if isinstance(kind, types.Array):
            return f"{kind} {self._type(kind.dtype)}"
        if isinstance(kind, types.Dispatcher):
            return self._number(kind.dispatcher.py_func)
        if isinstance(kind, _SIMPLE_TYPES):
            return str(kind)
        home = sys.modules[type(kind).__module__]
        if not _is_library(home):
            return f"{kind} {_source_digest(home)}"
        raise Unreadable(f"it takes a {kind}")


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _names(code: CodeType) -> tuple[str, ...]:
    """All names in a function and in those inside it."""
    inner = (_names(const) for const in code.co_consts if isinstance(const, CodeType))
    return tuple(dict.fromkeys((*code.co_names, *chain.from_iterable(inner))))


def _code_digest(code: CodeType, doc: str | None) -> str:
    """What a function does, without its docstring, its place in the file and its line numbers."""
    if code not in _codes:
        told = hashlib.sha256(code.co_code)
        consts = code.co_consts[1:] if doc and code.co_consts[:1] == (doc,) else code.co_consts
        for fact in (
            code.co_name,
            code.co_names,
            code.co_varnames,
            code.co_freevars,
            code.co_cellvars,
            (code.co_argcount, code.co_kwonlyargcount, code.co_flags, code.co_exceptiontable),
            [_const(const) for const in consts],
        ):
            told.update(repr(fact).encode())
        _codes[code] = told.hexdigest()
    return _codes[code]


def _const(const: Any) -> Any:
    if isinstance(const, CodeType):
        return _code_digest(const, None)
    return sorted(map(repr, const)) if isinstance(const, frozenset) else const


def _table_digest(table: Any) -> str:
    if id(table) not in _tables:
        if table.dtype.hasobject:
            raise Unreadable("an array of objects is among its globals")
        inside = hashlib.sha256(np.ascontiguousarray(table).data).hexdigest()
        order = (table.flags.c_contiguous, table.flags.f_contiguous)
        _tables[id(table)] = table, f"{table.dtype.descr} {table.shape} {order} {inside}"
    return _tables[id(table)][1]


@cache
def _source_digest(module: ModuleType) -> str:
    """All of a module that makes types: models and operators are registered there, not named."""
    try:
        return hashlib.sha256(inspect.getsource(module).encode()).hexdigest()
    except (OSError, TypeError):
        raise Unreadable(f"the source of {module.__name__} cannot be read") from None


def _is_library(module: ModuleType) -> bool:
    root = module.__name__.partition(".")[0]
    return root in ("numpy", "numba", "llvmlite") or root in sys.stdlib_module_names


def _has_type(value: Any) -> bool:
    """Whether the compiler knows what to do with `value`."""
    context = cpu_target.typing_context
    context.refresh()
    try:
        return context.resolve_value_type(value) is not None
    except (ValueError, TypeError, NotImplementedError):
        return False
