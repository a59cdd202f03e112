"""Text that makes a thing with its settings: `nim(3,4,5,misere=true)`, `mcts(iterations=500)`.

The parameters of the thing's constructor are its settings; their annotations (int,
float, bool, str, or one of these or None) say how the text is read.
"""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_type_hints

from kibitz.errors import BadNotation, KibitzError, UnknownName

T = TypeVar("T")
_CALL = re.compile(r"\s*([^\s()=,]+)\s*(?:\((.*)\))?\s*", re.DOTALL)
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Call:
    """A name, its values in order, and its named values, all still text.

    >>> Call.parse("nim(3,4,5,misere=true)")
    Call(name='nim', values=('3', '4', '5'), named={'misere': 'true'})
    """

    name: str
    values: tuple[str, ...]
    named: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> "Call":
        found = _CALL.fullmatch(text)
        if not found:
            raise BadNotation(f"'{text}' is not a name with options like nim(3,4,5,misere=true)")
        values: list[str] = []
        named: dict[str, str] = {}
        for part in _parts(found[2], text):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals:
                if named:
                    raise BadNotation(f"in '{text}' the unnamed value '{name}' follows a named one")
                values.append(name)
            elif name in named:
                raise BadNotation(f"'{text}' gives {name} twice")
            else:
                named[name] = value
        return cls(found[1], tuple(values), named)

    @property
    def settings_text(self) -> str:
        """What stands between the parentheses, without blanks."""
        return ",".join([*self.values, *(f"{name}={value}" for name, value in self.named.items())])

    def make(self, maker: Callable[..., T]) -> T:
        """What `maker` makes of these settings, each read as its parameter says."""
        signature = inspect.signature(maker)
        hints = get_type_hints(cast(Any, maker).__init__ if isinstance(maker, type) else maker)
        allowed = [
            name
            for name, parameter in signature.parameters.items()
            if parameter.kind is not parameter.VAR_POSITIONAL
        ]
        for name in self.named:
            if name not in allowed:
                raise UnknownName(f"option of {self.name}", name, allowed or ["(it has none)"])
        try:
            bound = signature.bind(*self.values, **self.named)
        except TypeError as error:
            given = f"{self.name}({self.settings_text})"
            raise BadNotation(f"'{given}' does not fit its options: {error}") from None
        for name, value in bound.arguments.items():
            if signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
                read = tuple(self._read(name, text, hints.get(name, str)) for text in value)
                bound.arguments[name] = read
            else:
                bound.arguments[name] = self._read(name, value, hints.get(name, str))
        return maker(*bound.args, **bound.kwargs)

    def _read(self, name: str, text: str, kind: Any) -> Any:
        if isinstance(kind, UnionType):
            if text.lower() == "none":
                return None
            kind = next(k for k in get_args(kind) if k is not NoneType)
        try:
            if kind is bool:
                return _TRUTH[text.lower()]
            return kind(text)
        except KibitzError:
            raise
        except (ValueError, KeyError):
            wanted = {int: "a whole number", float: "a number", bool: "true or false"}
            asked = wanted.get(kind, f"a {getattr(kind, '__name__', kind)}")
            raise BadNotation(f"option {name} of {self.name} takes {asked}, not '{text}'") from None


def _parts(inside: str | None, text: str) -> list[str]:
    if inside is None or not inside.strip():
        return []
    if "(" in inside or ")" in inside:
        raise BadNotation(f"'{text}' has an unmatched parenthesis")
    parts = [part.strip() for part in inside.split(",")]
    if not all(parts):
        raise BadNotation(f"'{text}' has an empty option")
    return parts
