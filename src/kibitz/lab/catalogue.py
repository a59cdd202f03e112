"""What there is to play, and what each game can be asked."""

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.ink import Written, ink
from kibitz.core.request import Answer, Request
from kibitz.core.sheet import Column, Sheet, listing
from kibitz.core.verbs import verb_names

if TYPE_CHECKING:
    from kibitz.core.game import Game


@dataclass(frozen=True)
class GameSetting:
    """An option of a game with its usual value, as one would type both."""

    name: str
    usual: str


@dataclass(frozen=True)
class LevelEntry:
    """A named player of a game."""

    name: str
    rating: int
    summary: str


@dataclass(frozen=True)
class GameEntry:
    """One game: its options, who plays it, what it can be asked."""

    name: str
    title: str
    summary: str
    options: tuple[GameSetting, ...]
    seats: int
    unit: str
    chance: bool
    secrets: bool
    single_hand: bool
    levels: tuple[LevelEntry, ...]
    analysts: tuple[str, ...]
    verbs: tuple[str, ...]  # requests of its own


@dataclass(frozen=True)
class Catalogue(Answer):
    """All registered games."""

    schema: ClassVar[str] = "games/2"

    games: tuple[GameEntry, ...]

    def sheet(self) -> Sheet:
        columns = ("game", Column("options"), Column("seats", True), Column("levels", False, 0), "")
        return [listing(columns, (_cells(game) for game in self.games))]

    def rows(self) -> list[dict[str, object]]:
        return [
            {"name": g.name, "title": g.title, "seats": g.seats, "unit": g.unit, "text": g.summary}
            for g in self.games
        ]


def _cells(game: GameEntry) -> tuple[Written, ...]:
    options = ", ".join(f"{o.name}={o.usual}" if o.usual else o.name for o in game.options)
    levels = ", ".join(level.name for level in game.levels)
    return ink(game.name, "strong"), options, str(game.seats), levels, game.summary


@dataclass(frozen=True)
class CatalogueRequest(Request[Catalogue]):
    """List the games with their options and levels."""

    verb: ClassVar[str] = "games"
    gives: ClassVar[type[Answer]] = Catalogue

    def answers(self) -> Iterator[Catalogue]:
        from kibitz.core.registry import game_class, game_names

        yield Catalogue(tuple(entry_of(game_class(name)) for name in game_names()))


def entry_of(kind: "type[Game]") -> GameEntry:
    """What the catalogue says of a class of games."""
    from kibitz.core.advised import advised

    game = advised(kind())
    levels = (LevelEntry(name, lv.rating, lv.summary) for name, lv in game.levels.items())
    return GameEntry(
        name=game.name,
        title=game.title,
        summary=game.summary,
        options=tuple(_settings(kind)),
        seats=game.seats,
        unit=game.unit,
        chance=game.has_chance,
        secrets=game.has_secrets,
        single_hand=game.is_single_hand,
        levels=tuple(levels),
        analysts=tuple(game.analysts),
        verbs=tuple(verb for verb in verb_names() if verb.startswith(f"{game.name}.")),
    )


def _settings(kind: type) -> Iterator[GameSetting]:
    """The parameters of a game, with their usual values."""
    for name, parameter in inspect.signature(kind).parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            yield GameSetting(f"{name}...", "")
        elif parameter.kind is not parameter.VAR_KEYWORD:
            usual = parameter.default
            yield GameSetting(name, str(usual).lower() if isinstance(usual, bool) else str(usual))
