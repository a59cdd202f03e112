"""The contract of a game: a few words that dispatch on the type of the position.

A game is a NamedTuple of ints and a `@rule` for each word. Called from Python, a word
looks the rule up; called from a kernel, the compiler does, and inlines it. So a search
is written once, as a `@generic` function, and is compiled again for each game.

Laws that hold for every game (tests/contract runs them):
- `moves` writes in ascending order; at a chance position it lists the outcomes, or
  returns 0 where there are too many to list (a deal): then only `sample` knows them.
- `view(view(p, s), s) == view(p, s)`, and `view(world(v, s, ...), s) == v`.
- Every `@rule` trusts its caller; the class `Game` checks what people hand in.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeAlias, TypeVar, cast, get_type_hints

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import COMPILED, kernel, kernel_for
from kibitz.core.stream import Stream, below, mix

Moves: TypeAlias = NDArray[np.int64]
Position: TypeAlias = Any  # some game's NamedTuple of ints
F = TypeVar("F", bound=Callable[..., Any])

CHANCE, OVER = -1, -2  # the two seats that are nobody

_rules: dict[tuple[str, type], Callable[..., Any]] = {}


def rule(function: F) -> F:
    """Make `function` the rule of its own name for the type of position it takes first."""
    position = next(iter(get_type_hints(function).values()))
    compiled = _rules[function.__name__, position] = kernel(function)
    return compiled


def has_rule(name: str, position: type) -> bool:
    """Whether a game has a rule of its own for a word that has a default."""
    return (name, position) in _rules


def generic(function: F) -> F:
    """Make `function` a kernel of its own for each type of position it is called with.

    The position comes first. A word of the contract is generic, too: its body is the
    rule of those games that have none of their own.
    """
    name = function.__name__

    @cache
    def made_for(position: type) -> Callable[..., Any]:
        return _rules.get((name, position)) or kernel_for(function, position)

    @wraps(function)
    def from_python(position: Position, *args: Any) -> Any:
        return made_for(type(position))(position, *args)  # type: ignore[arg-type]

    if COMPILED:

        @overload(from_python, strict=False)
        def in_a_kernel(*args: Any) -> Any:
            made = made_for(args[0].instance_class)
            return lambda *args: made(*args)

    return cast(F, from_python)


@generic
def turn(p: Position) -> int:  # type: ignore[empty-body]
    """The seat to act, CHANCE or OVER."""


@generic
def moves(p: Position, out: Moves) -> int:  # type: ignore[empty-body]
    """Write the legal moves to `out` in ascending order; return how many."""


@generic
def play(p: Position, move: int) -> Position:
    """The position after `move`, which must be legal."""


@generic
def payoff(p: Position, seat: int) -> float:  # type: ignore[empty-body]
    """What the finished game gives `seat`."""


@generic
def weight(p: Position, move: int) -> int:
    """The weight of a chance outcome among those that `moves` lists."""
    return 1


@generic
def sample(p: Position, out: Moves, stream: Stream) -> int:
    """A random legal move, or a chance outcome by its law; `out` is scratch."""
    count = moves(p, out)
    if turn(p) != CHANCE:
        return out[below(stream, count)]  # type: ignore[no-any-return]
    total = 0
    for i in range(count):
        total += weight(p, out[i])
    ticket = below(stream, total)
    for i in range(count):
        ticket -= weight(p, out[i])
        if ticket < 0:
            return out[i]  # type: ignore[no-any-return]
    return out[count - 1]  # type: ignore[no-any-return]


@generic
def policy(p: Position, out: Moves, stream: Stream) -> int:
    """The move of a play-out: quick, and better than random where a game knows how."""
    return sample(p, out, stream)


@generic
def view(p: Position, seat: int) -> Position:
    """The position as `seat` knows it, hidden fields blanked."""
    return p


@generic
def world(v: Position, seat: int, stream: Stream) -> Position:
    """A full position that `seat` cannot tell from the true one, drawn by its chance."""
    return v


@generic
def heuristic(p: Position, seat: int) -> float:
    """A guess at what `seat` will get, in units of the payoff; nothing known is 0."""
    return 0.0


@generic
def priority(p: Position, move: int) -> int:
    """How early a search should look at `move`: higher first; no opinion is 0."""
    return 0


@generic
def key(p: Position) -> np.uint64:
    """64 bits that are equal for positions worth the same, for tables; mixes all fields."""
    mixed = np.uint64(0)
    for field in p:
        mixed = mix(int64(field) ^ int64(mixed))
    return mixed
