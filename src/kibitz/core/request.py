"""What can be asked, and what comes back: plain frozen data.

A request is a frozen dataclass whose fields say what a door reads (`ask`): the command line
makes options of them, a page a form. It checks itself when it is made. `answers` yields
snapshots of one type, the last of which is the answer, so long work can be watched and
stopped between two of them (`close` the iterator); most requests have just one.

An answer is a frozen dataclass with a schema. Its field names are the names in JSON.
`sheet` lays it out for people.

Modules of requests load nothing heavy: what computes is imported inside `answers`.
"""

import dataclasses
import importlib
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from kibitz.core.sheet import Sheet
from kibitz.errors import BadValue

A = TypeVar("A", bound="Answer", covariant=True)
MISSING = dataclasses.MISSING
PLACE, CARDS, RANGE, POSITION = "place", "cards", "range", "position"  # what a text may hold
SEAT = "seat"  # what a whole number may be: counted from 0 here, and from 1 where people type it
LARGEST = 10**12  # whole number that a field takes unless it says otherwise
LARGEST_SEED = (1 << 128) - 1


class Progress(NamedTuple):
    """How far a snapshot is: units of work done, of how many (None if unknown), in words."""

    done: float
    total: float | None
    words: str = ""


class Answer:
    """What comes back; subclasses are frozen dataclasses."""

    schema: ClassVar[str]  # a name and a number: analysis/2

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        cls.__repr__ = Answer.__repr__  # type: ignore[method-assign]  # a dataclass keeps it

    def __repr__(self) -> str:
        """The schema and the first few short fields: a notebook shows the rest."""
        fields = ((f.name, getattr(self, f.name)) for f in dataclasses.fields(self))  # type: ignore[arg-type]
        plain = [(n, v) for n, v in fields if isinstance(v, str | int | float) and n[0] != "_"]
        short = [f"{name}={value!r}" for name, value in plain if len(repr(value)) <= 24]
        return f"<{' '.join([self.schema, *short[:4]])}>"

    def sheet(self) -> Sheet:
        """What people are shown."""
        raise TypeError(f"{type(self).__name__} has no sheet")

    @property
    def progress(self) -> Progress | None:
        """Of a snapshot: how far the work is; None where it is done or cannot be told."""
        return None

    @property
    def exit_code(self) -> int:
        """How a command that gave this answer ends."""
        return 0

    @property
    def asides(self) -> tuple[str, ...]:
        """What is said beside the answer (a command says it on stderr): how to go on, refusals."""
        return ()

    def piped(self) -> str | None:
        """The answer as it is to be piped on, where it is plain text; None where it is a sheet."""
        return None

    def to_json(self) -> str:
        """One JSON object, its schema first."""
        return str(_surface("kibitz.lab.encoder:encoded")(self))

    def show(self) -> None:
        """Print it to the terminal."""
        _surface("kibitz.drawing.terminal:show")(self.sheet())

    def svg(self) -> str:
        """The first picture or chart of its sheet as an SVG document."""
        return str(_surface("kibitz.drawing.picture:picture_of")(self.sheet()))

    def page(self) -> str:
        """A self-contained HTML page."""
        return str(_surface("kibitz.drawing.picture:page_of")(self.schema, self.sheet()))

    def _repr_html_(self) -> str:
        return str(_surface("kibitz.drawing.page:fragment")(self.sheet()))

    def rows(self) -> list[dict[str, Any]]:
        """The main listing as rows, for pandas.DataFrame or polars.from_dicts."""
        return []


def row_of(part: Any) -> dict[str, Any]:
    """A dataclass as a row of a table: fields of a dataclass inside it stand in its place."""
    row: dict[str, Any] = {}
    for field in dataclasses.fields(part):
        value = getattr(part, field.name)
        row |= row_of(value) if dataclasses.is_dataclass(value) else {field.name: value}
    return row


def _surface(where: str) -> Callable[..., Any]:
    """A function of an upper floor, which answers reach by name and never import."""
    module, _, name = where.partition(":")
    return getattr(importlib.import_module(module), name)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Field:
    """How a door reads one field of a request."""

    name: str
    kind: Any  # int, float, str, bool, or the choices as a tuple of str
    help: str
    default: Any  # MISSING where it must be given
    is_argument: bool  # stands without a name on a command line
    many: int | None  # values taken: None one, 0 any number, n just n
    low: float | None
    high: float | None
    is_open: bool  # whether `low` itself is excluded
    metavar: str | None
    is_optional: bool
    also: tuple[str, ...] = ()  # other names that a command line knows it by
    opposite: str | None = None  # of a yes-or-no: what its no is called
    holds: str = ""  # what it names


def ask(
    default: Any = MISSING,
    help: str = "",  # noqa: A002 (what it is)
    *,
    argument: bool = False,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    metavar: str | None = None,
    also: tuple[str, ...] = (),
    opposite: str | None = None,
    holds: str = "",
) -> Any:
    """A field of a request: its default, its help, its bounds (`above` excludes the bound).

    A yes-or-no whose no has a name of its own (dealer, pone) gives that as its opposite. A text
    says what it holds where a door should know: PLACE of whatever leads to a file or a database,
    which a page may not name; CARDS, RANGE and POSITION of what a page lets people pick. SEAT is
    said of a whole number.
    """
    facts = {
        "help": help,
        "argument": argument,
        "low": above if above is not None else low,
        "high": high,
        "open": above is not None,
        "metavar": metavar,
        "also": also,
        "opposite": opposite,
        "holds": holds,
    }
    if isinstance(default, list | dict | set):
        raise TypeError("a field's default is plain data: use a tuple")
    return dataclasses.field(default=default, metadata=facts)


def ask_archive() -> Any:
    """The field that says which archive is meant."""
    told = "Archive: a file or a postgresql:// URL."
    return ask(None, told, metavar="PLACE", holds=PLACE)


def ask_seat(help: str) -> Any:  # noqa: A002 (as above)
    """The field that says from where a position is seen."""
    return ask(None, help, low=0, metavar="N", holds=SEAT)


def ask_seconds() -> Any:
    """The field that work has which can stop at any time."""
    return ask(None, "Stop after this many seconds.", above=0.0, metavar="S")


def ask_times() -> Any:
    """Whether JSON says what the clock says: without it, the same seed gives the same bytes."""
    return ask(False, "Report the seconds taken in JSON, too; they vary.")


def ask_seed() -> Any:
    """The field that every request with random numbers has."""
    told = "Root of all random numbers; the same seed gives the same answer."
    return ask(None, told, low=0, high=LARGEST_SEED, metavar="S")


@dataclass(frozen=True)
class Request(ABC, Generic[A]):
    """A question with everything it needs."""

    verb: ClassVar[str]  # as doors call it: "analyse", "cribbage.throw"
    gives: ClassVar[type[Answer]]  # the type of its answers
    examples: ClassVar[tuple[str, ...]] = ()  # as typed after the verb; the first is shown in help
    changes: ClassVar[bool] = False  # whether asking changes what is kept
    is_long: ClassVar[bool] = False  # whether snapshots are worth a stream and a bar
    takes_dashes: ClassVar[bool] = False  # whether an argument may begin with a dash
    saves: ClassVar[tuple[str, ...]] = ()  # files a door may offer to write: svg, html
    is_logged: ClassVar[bool] = False  # whether a pipe gets a line for each snapshot
    is_piecewise: ClassVar[bool] = False  # whether each snapshot is a piece, to be shown itself

    def __post_init__(self) -> None:
        for field in fields_of(type(self)):
            _check(field, getattr(self, field.name))
        self.check()

    def check(self) -> None:
        """Refuse fields that do not fit each other."""

    def streamed(self) -> "Request[A]":
        """The same with snapshots at fixed points, so that equal seeds print equal lines."""
        return self

    @abstractmethod
    def answers(self) -> Iterator[A]:
        """Snapshots that improve; the last one is the answer."""

    def answer(self) -> A:
        """The answer itself."""
        last = None
        for last in self.answers():  # noqa: B007
            pass
        assert last is not None
        return last


@cache
def fields_of(request: type[Request[Any]]) -> tuple[Field, ...]:
    """How a door reads each field of a request."""
    hints = get_type_hints(request)
    return tuple(
        _field(field, hints[field.name]) for field in dataclasses.fields(request) if field.init
    )


def _field(field: "dataclasses.Field[Any]", hint: Any) -> Field:
    facts: Mapping[str, Any] = field.metadata
    parts = [hint] if get_origin(hint) not in (Union, UnionType) else list(get_args(hint))
    is_optional = type(None) in parts
    inner = next(part for part in parts if part is not type(None))
    many: int | None = None
    if get_origin(inner) is tuple:
        args = get_args(inner)
        many = 0 if args[-1] is Ellipsis else len(args)
        inner = args[0]
    kind = get_args(inner) if get_origin(inner) is Literal else inner
    return Field(
        field.name,
        kind,
        facts.get("help", ""),
        field.default,
        facts.get("argument", False),
        many,
        facts.get("low"),
        facts.get("high"),
        facts.get("open", False),
        facts.get("metavar"),
        is_optional,
        facts.get("also", ()),
        facts.get("opposite"),
        facts.get("holds", ""),
    )


def _check(field: Field, value: Any) -> None:
    """Refuse a value that is not of the field's kind or lies outside its bounds."""
    if value is None and field.is_optional:
        return
    if field.many is None:
        _check_one(field, value)
        return
    if not isinstance(value, tuple):
        raise BadValue(f"{field.name} takes a tuple, not {value!r}")
    if field.many and len(value) != field.many:
        raise BadValue(f"{field.name} takes {field.many} values, not {len(value)}")
    for one in value:
        _check_one(field, one)


def _check_one(field: Field, value: Any) -> None:
    kind = field.kind
    if isinstance(kind, tuple):
        if value not in kind:
            raise BadValue(f"{field.name} '{value}' is not one of {', '.join(map(str, kind))}")
        return
    wanted = (int, float) if kind is float else (kind,)
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not bool):
        raise BadValue(f"{field.name} takes {_KINDS.get(kind, kind.__name__)}, not {value!r}")
    if kind in (int, float):
        _check_bounds(field, value)
    if isinstance(value, str):
        _check_text(field, value)


def _check_text(field: Field, value: str) -> None:
    """Refuse what no file, no database and no terminal could take."""
    if "\0" in value:
        raise BadValue(f"{field.name} {value!r} has a null character in it")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadValue(f"{field.name} {value!r} is not UTF-8 text") from None


def _check_bounds(field: Field, value: float) -> None:
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise BadValue(f"{field.name} has more digits than any number here")
    if not math.isfinite(value):
        raise BadValue(f"{field.name} {value} is not a finite number")
    too_low = field.low is not None and (
        value < field.low or (field.is_open and value == field.low)
    )
    too_high = field.high is not None and value > field.high
    if too_low or too_high:
        raise BadValue(f"{field.name} {value:g} is not {_bounds_text(field)}")
    if isinstance(value, int) and field.high is None and abs(value) > LARGEST:
        raise BadValue(f"{field.name} {value:g} is beyond {LARGEST:,}")


def _bounds_text(field: Field) -> str:
    if field.low is None:
        return f"at most {field.high:g}"
    if field.high is None:
        return f"above {field.low:g}" if field.is_open else f"at least {field.low:g}"
    return f"between {field.low:g} and {field.high:g}"


_MOST_BITS = 1000  # whole numbers beyond are no floats
_KINDS = {int: "a whole number", float: "a number", str: "text", bool: "yes or no"}
