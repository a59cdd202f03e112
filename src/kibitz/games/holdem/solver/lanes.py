"""Eight floats at once: what the hot loops of the solver are written in.

In a kernel `Lanes` is a vector register; uncompiled it is a slice of eight numbers, and the
plain functions below are its meaning. Arrays are flat and 32-bit; `at` is the first of the
eight places.
"""

import inspect
import operator
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model
from numpy.typing import NDArray

from kibitz.core.kernel import COMPILED

LANES = 8
Floats: TypeAlias = NDArray[np.float32]
Lanes: TypeAlias = NDArray[np.float32]
Offsets: TypeAlias = NDArray[np.int64]
Indices: TypeAlias = NDArray[np.uint32]
Shorts: TypeAlias = NDArray[np.uint16]
F = TypeVar("F", bound=Callable[..., Any])
Build: TypeAlias = Callable[[Any, Any, Any], Any]

_FLOAT, _WORD = ir.FloatType(), ir.IntType(32)
_VECTOR = ir.VectorType(_FLOAT, LANES)


class LanesType(types.Type):  # type: ignore[misc, unused-ignore]
    """How numba knows a vector of eight floats."""

    def __init__(self) -> None:
        super().__init__(name=f"Lanes{LANES}")  # type: ignore[no-untyped-call, unused-ignore]


LANES_TYPE = LanesType()


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc, unused-ignore]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)  # type: ignore[no-untyped-call, unused-ignore]


def _word(result: Any, *parameters: Any) -> Callable[[Build], Callable[[F], F]]:
    """Make a word for kernels out of a plain function; None stands for an array argument."""

    def with_build(build: Build) -> Callable[[F], F]:
        def with_plain(plain: F) -> F:
            if not COMPILED:
                return plain

            def typed(_context: Any, *kinds: Any) -> Any:
                wanted = [k if p is None else p for k, p in zip(kinds, parameters, strict=True)]

                def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
                    seen = [
                        context.make_array(kind)(context, builder, value).data
                        if isinstance(kind, types.Array)
                        else value
                        for kind, value in zip(sig.args, args, strict=True)
                    ]
                    built = build(context, builder, seen)
                    return context.get_dummy_value() if built is None else built

                return signature(result, *wanted), generate  # type: ignore[no-untyped-call]

            typed.__name__ = plain.__name__
            named = inspect.signature(plain).parameters.values()
            context = inspect.Parameter("_context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
            typed.__signature__ = inspect.Signature([context, *named])  # type: ignore[attr-defined]
            return cast(F, intrinsic(typed))

        return with_plain

    return with_build


def _vector_at(builder: Any, data: Any, at: Any) -> Any:
    return builder.bitcast(builder.gep(data, [at]), _VECTOR.as_pointer())


def _read(builder: Any, data: Any, at: Any) -> Any:
    return builder.load(_vector_at(builder, data, at), align=4)


def _write(builder: Any, data: Any, at: Any, value: Any) -> None:
    builder.store(value, _vector_at(builder, data, at), align=4)


def _splat(builder: Any, value: Any) -> Any:
    one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), value, _WORD(0))
    mask = ir.Constant(ir.VectorType(_WORD, LANES), [0] * LANES)
    return builder.shuffle_vector(one, ir.Constant(_VECTOR, ir.Undefined), mask)


def _positive(builder: Any, value: Any) -> Any:
    return builder.fcmp_ordered(">", value, ir.Constant(_VECTOR, [0.0] * LANES))


@_word(LANES_TYPE, None, types.intp)(lambda _c, b, args: _read(b, *args))
def load(array: Floats, at: int) -> Lanes:
    """The eight floats from `at`."""
    return array[at : at + LANES].copy()


@_word(types.void, None, types.intp, LANES_TYPE)(lambda _c, b, args: _write(b, *args))
def store(array: Floats, at: int, lanes: Lanes) -> None:
    """Write eight floats from `at`."""
    array[at : at + LANES] = lanes


def _widened(_context: Any, builder: Any, args: Any) -> Any:
    return builder.zext(builder.load(builder.gep(args[0], [args[1]])), args[1].type)


@_word(types.intp, None, types.intp)(_widened)
def offset(shorts: Shorts, at: int) -> int:
    """The offset that stands at `at`, which is not below zero."""
    return int(shorts[at])


@_word(LANES_TYPE, types.float32)(lambda _c, b, args: _splat(b, args[0]))
def splat(value: float) -> Lanes:
    """The same float eight times."""
    return np.full(LANES, value, np.float32)


@_word(LANES_TYPE, LANES_TYPE)(
    lambda _c, b, args: b.select(
        _positive(b, args[0]), args[0], ir.Constant(_VECTOR, [0.0] * LANES)
    )
)
def above_zero(lanes: Lanes) -> Lanes:
    """What is above zero, and zero for the rest."""
    return np.maximum(lanes, np.float32(0))


@_word(LANES_TYPE, LANES_TYPE, LANES_TYPE, LANES_TYPE)(
    lambda _c, b, args: b.select(_positive(b, args[0]), args[1], args[2])
)
def choose(test: Lanes, yes: Lanes, no: Lanes) -> Lanes:
    """`yes` where the test is above zero, else `no`."""
    return np.where(test > 0, yes, no)


@_word(LANES_TYPE, LANES_TYPE, LANES_TYPE)(
    lambda _c, b, args: b.select(b.fcmp_ordered(">", args[0], args[1]), args[0], args[1])
)
def larger(one: Lanes, other: Lanes) -> Lanes:
    """The larger of each two."""
    return np.maximum(one, other)


def _gathered(_context: Any, builder: Any, args: Any) -> Any:
    array, base, indices, at = args
    row, out = builder.gep(array, [base]), ir.Constant(_VECTOR, ir.Undefined)
    for lane in range(LANES):
        place = builder.load(builder.gep(indices, [builder.add(at, at.type(lane))]))
        value = builder.load(builder.gep(row, [builder.zext(place, at.type)]))
        out = builder.insert_element(out, value, _WORD(lane))
    return out


@_word(LANES_TYPE, None, types.intp, None, types.intp)(_gathered)
def gather(array: Floats, base: int, indices: Indices, at: int) -> Lanes:
    """The floats of a row that starts at `base`, at eight places of it."""
    return array[base + indices[at : at + LANES].astype(np.int64)]


def _transposed(builder: Any, rows: list[Any]) -> list[Any]:
    """Eight rows as eight columns, in rounds of exchanging halves."""
    wide = LANES // 2
    while wide:
        low = [i if not i & wide else i - wide + LANES for i in range(LANES)]
        high = [i + wide if not i & wide else i + LANES for i in range(LANES)]
        masks = [ir.Constant(ir.VectorType(_WORD, LANES), places) for places in (low, high)]
        out = list(rows)
        for i in range(LANES):
            if not i & wide:
                one, other = rows[i], rows[i + wide]
                out[i] = builder.shuffle_vector(one, other, masks[0])
                out[i + wide] = builder.shuffle_vector(one, other, masks[1])
        rows, wide = out, wide // 2
    return rows


def _offset(builder: Any, offsets: Any, first: Any, lane: int) -> Any:
    return builder.load(builder.gep(offsets, [builder.add(first, first.type(lane))]))


def _columns(_context: Any, builder: Any, args: Any) -> None:
    source, offsets, first, column, target, at = args
    places = [builder.add(_offset(builder, offsets, first, i), column) for i in range(LANES)]
    rows = _transposed(builder, [_read(builder, source, place) for place in places])
    for i, row in enumerate(rows):
        _write(builder, target, builder.add(at, at.type(i * LANES)), row)


@_word(types.void, None, None, types.intp, types.intp, None, types.intp)(_columns)
def into_lanes(
    source: Floats, offsets: Offsets, first: int, column: int, target: Floats, at: int
) -> None:
    """Eight columns of eight rows, whose offsets stand from `first`, as eight lanes each."""
    for lane in range(LANES):
        place = int(offsets[first + lane]) + column
        target[at + lane : at + LANES * LANES : LANES] = source[place : place + LANES]


def _rows(_context: Any, builder: Any, args: Any) -> None:
    source, at, target, offsets, first, column = args
    places = [builder.add(at, at.type(i * LANES)) for i in range(LANES)]
    rows = _transposed(builder, [_read(builder, source, place) for place in places])
    for i, row in enumerate(rows):
        place = builder.add(_offset(builder, offsets, first, i), column)
        _write(builder, target, place, row)


@_word(types.void, None, types.intp, None, None, types.intp, types.intp)(_rows)
def from_lanes(
    source: Floats, at: int, target: Floats, offsets: Offsets, first: int, column: int
) -> None:
    """The inverse of `into_lanes`."""
    for lane in range(LANES):
        place = int(offsets[first + lane]) + column
        target[place : place + LANES] = source[at + lane : at + LANES * LANES : LANES]


def _arithmetic(operation: Callable[..., Any], name: str) -> None:
    """Teach numba one operator on two vectors."""

    @infer_global(operation)  # type: ignore[no-untyped-call]
    class _Typed(AbstractTemplate):  # type: ignore[misc, unused-ignore]
        def generic(self, args: Any, kws: Any) -> Any:
            if args == (LANES_TYPE, LANES_TYPE):
                return signature(LANES_TYPE, *args)  # type: ignore[no-untyped-call]
            return None

    @lower_builtin(operation, LanesType, LanesType)  # type: ignore[misc, untyped-decorator, no-untyped-call, unused-ignore]
    def _built(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return getattr(builder, name)(*args)


if COMPILED:
    for _operation, _name in (
        (operator.add, "fadd"),
        (operator.sub, "fsub"),
        (operator.mul, "fmul"),
        (operator.truediv, "fdiv"),
    ):
        _arithmetic(_operation, _name)
