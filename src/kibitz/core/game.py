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

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from typing import Any, ClassVar, TypeAlias, TypeVar, cast, get_type_hints

import numpy as np
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import COMPILED, kernel, kernel_for
from kibitz.core.reach import add_word
from kibitz.core.stream import Stream, below, mix
from kibitz.errors import BadNotation, BadValue, IllegalMove, WrongKind

Moves: TypeAlias = NDArray[np.int64]
Inputs: TypeAlias = NDArray[np.float32]
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
    def default_for(position: type) -> Callable[..., Any]:
        return kernel_for(function, position)

    def made_for(position: type) -> Callable[..., Any]:
        return _rules.get((name, position)) or default_for(position)

    def meant_for(position: type) -> Callable[..., Any]:
        rule = _rules.get((name, position), function)
        return getattr(rule, "py_func", rule)

    @wraps(function)
    def from_python(position: Position, *args: Any) -> Any:
        return made_for(type(position))(position, *args)

    if COMPILED:
        _let_kernels_call(from_python, made_for)
        add_word(from_python, meant_for)

    return cast(F, from_python)


def _let_kernels_call(word: Callable[..., Any], made_for: Callable[[type], Any]) -> None:
    """Tell the compiler which kernel `word` means, by the type of the position it is given.

    numba's public `overload` would compile a function in between for every call; this
    goes straight to the kernel, and a third of all compiling is saved.
    """

    class InAKernel(AbstractTemplate):
        key = word

        def generic(self, args: Any, kws: Any) -> Any:
            self.made = types.Dispatcher(made_for(args[0].instance_class))
            return self.made.get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return self.made.get_overload(sig)

    infer(InAKernel)  # type: ignore[no-untyped-call]
    infer_global(word, types.Function(InAKernel))  # type: ignore[no-untyped-call]


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
def features(p: Position, out: Inputs) -> int:
    """Write what a learned judge goes by, for the seat about to act; return how many numbers.

    The first is the chance, known exactly, that this seat wins before the other one acts: 0
    where a game knows none. The others are of the size of 1. See core/learnable.py.
    """
    return 0


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


class Game(ABC):
    """A game with its options: the checked face of the kernels, and its texts.

    A game is made from text by the registry: the parameters of its `__init__` are its
    options (`nim(3,4,5,misere=true)`), and it keeps them in `options_text`. What others
    need of a game (pictures, reasons, levels) are its faces: see core/face.py.
    """

    name: ClassVar[str]  # as it is registered
    title: ClassVar[str]  # as people say it
    summary: ClassVar[str]  # one sentence for the list of games
    position_type: ClassVar[type]
    option_words: ClassVar[Mapping[str, str]] = {}  # what each option means

    seats: int = 2
    unit: str = "wins"  # what payoffs are counted in
    point: float = 1.0  # of the unit that weigh like a point of cribbage, for the coach
    least_payoff: float = -1.0
    greatest_payoff: float = 1.0
    most_moves: int = 64  # that `moves` ever writes
    most_plies: int = 64  # that a game can last, chance included
    has_chance: bool = False
    has_secrets: bool = False
    is_impartial: bool = False  # both seats have the same moves everywhere
    has_fixed_texts: bool = False  # a text means the same move wherever that is legal
    is_single_hand: bool = False  # one hand is a game: people play many in a row
    options_text: str = ""  # set by the registry

    @abstractmethod
    def start(self) -> Position:
        """The position in which a game begins."""

    @abstractmethod
    def position_text(self, p: Position) -> str:
        """The position as one line of text; a view shows `?` for what is hidden."""

    @abstractmethod
    def parse_position(self, text: str) -> Position:
        """The position that `position_text` writes as `text`, checked to be possible."""

    @abstractmethod
    def move_text(self, p: Position, move: int) -> str:
        """A move of position `p` as people write it."""

    def read_move(self, p: Position, text: str) -> int:
        """The move that `text` means in `p`, legal or not; by default one that is written so."""
        for move in self.legal_moves(p):
            if self.move_text(p, move) == text:
                return move
        raise IllegalMove(f"'{text}' is not a legal move in {self.position_text(p)}")

    def parse_move(self, p: Position, text: str) -> int:
        """The legal move that `text` means in `p`."""
        return self.checked_move(p, self.read_move(p, text.strip()))

    @property
    def is_paid(self) -> bool:
        """Whether payoffs decide who is stronger, and not how many games are won."""
        return self.unit != "wins"

    @property
    def payoff_reach(self) -> float:
        """The largest payoff of either sign."""
        return max(-self.least_payoff, self.greatest_payoff)

    @property
    def plain_payoffs(self) -> tuple[float, float]:
        """What a loss and a win pay that count once: chances to win lie between the two.

        With N sides a loser pays 1/(N-1) of what the winner gets, so a value of 0 is a chance of
        one in N. A game in which some wins count double says what the others pay. Where the game
        pays in another unit, a win is 1.
        """
        if self.is_paid:
            return -1.0 / (self.seats - 1), 1.0
        return self.least_payoff, self.greatest_payoff

    @property
    def has_two_sides(self) -> bool:
        """Whether a loss costs what a win pays, as between two; partners are one side."""
        lost, won = self.plain_payoffs
        return lost == -won

    @property
    def ends(self) -> tuple[float, ...]:
        """What a win, a loss and, between two sides, a draw are worth."""
        lost, won = self.plain_payoffs
        return (won, lost, 0.0) if self.has_two_sides else (won, lost)

    @property
    def is_won_or_lost(self) -> bool:
        """Whether a payoff tells how much of a game was won: it is in wins, and all count once."""
        bounds = self.least_payoff, self.greatest_payoff
        return not self.is_paid and self.plain_payoffs == bounds

    @property
    def even_chance(self) -> float:
        """The chance to win among equals: one in as many as there are sides."""
        return self.chance_to_win(0.0)

    @property
    def win_span(self) -> float:
        """How much more a win pays than a loss."""
        lost, won = self.plain_payoffs
        return won - lost

    def chance_to_win(self, value: float) -> float:
        """The chance to win that a value counted in wins stands for; equal winners share one."""
        lost, _ = self.plain_payoffs
        return min(max((value - lost) / self.win_span, 0.0), 1.0)

    def chance_lost(self, loss: float) -> float:
        """The chance to win that a difference of two values counted in wins stands for."""
        return min(loss / self.win_span, 1.0)

    @property
    def text(self) -> str:
        """The name with its options, from which the registry makes this game again."""
        return f"{self.name}({self.options_text})" if self.options_text else self.name

    def __repr__(self) -> str:
        return f"<game {self.text}>"

    def scratch(self) -> Moves:
        """Room for the moves of one position."""
        return np.empty(self.most_moves, np.int64)

    def legal_moves(self, p: Position) -> list[int]:
        """The legal moves (or listed chance outcomes) of `p`, ascending; none when it is over."""
        if turn(p) == OVER:
            return []
        out = self.scratch()
        return [int(move) for move in out[: moves(p, out)]]

    def is_legal(self, p: Position, move: int) -> bool:
        """Whether `move` may be played in `p`; an unlisted chance outcome always may."""
        legal = self.legal_moves(p)
        return move in legal or (turn(p) == CHANCE and not legal and 0 <= move < 1 << 62)

    def checked_move(self, p: Position, move: int) -> int:
        """`move` if it is legal in `p`."""
        if not self.is_legal(p, move):
            raise IllegalMove(f"move {move} is not legal in {self.position_text(p)}")
        return move

    def play(self, p: Position, move: int) -> Position:
        """The position after `move`, refused if it is not legal."""
        return play(p, self.checked_move(p, move))

    def seated(self, p: Position, seat: int) -> Position:
        """`p` with `seat` to move, in games whose position text does not say who is."""
        if self.checked_seat(seat) != turn(p):
            where, name = self.position_text(p), self.seat_name(seat)
            raise BadValue(f"{name} is not to move in {where}, {self.whose_turn(p)}")
        return p

    def checked_seat(self, seat: int) -> int:
        """`seat` if there is one; what is said is true whether one counts from 0 or from 1."""
        if not 0 <= seat < self.seats:
            raise BadValue(f"{self.name} has only {self.seats} seats")
        return seat

    def whose_turn(self, p: Position) -> str:
        """In words, who acts next."""
        seat = turn(p)
        if seat == OVER:
            return "the game is over"
        return "chance is" if seat == CHANCE else f"{self.seat_name(seat)} is"

    def seat_name(self, seat: int) -> str:
        """What people call a seat."""
        return f"player {seat + 1}"

    def walk(self, start: Position, played: list[int]) -> Iterator[tuple[Position, int]]:
        """Each position with the move played in it, every move checked."""
        p = start
        for move in played:
            yield p, self.checked_move(p, move)
            p = play(p, move)

    def demand(self, who: str, **wanted: bool) -> None:
        """Refuse this game in the name of a search that needs it to be of another kind."""
        for kind, value in wanted.items():
            if getattr(self, kind) != value:
                raise WrongKind(f"{who} cannot play {self.name}: {_KINDS[kind][value]}")

    def refuse(self, text: str, why: str, column: int | None = None) -> BadNotation:
        """The error for a text of this game that cannot be read."""
        where = "" if column is None else f" at column {column}"
        return BadNotation(f"'{text}' is not a {self.name} position: {why}{where}")


_KINDS = {
    "has_chance": {False: "it has chance", True: "it has no chance"},
    "has_secrets": {False: "it has hidden cards or pieces", True: "nothing in it is hidden"},
    "is_impartial": {True: "it is not impartial", False: "it is impartial"},
}
