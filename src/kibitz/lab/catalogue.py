"""What there is to play, and what each game can be asked."""

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.ink import Written, ink
from kibitz.core.request import Answer, Request, ask
from kibitz.core.sheet import Block, Column, Heading, Sheet, Words, listing
from kibitz.core.verbs import verb_names

if TYPE_CHECKING:
    from kibitz.core.game import Game


@dataclass(frozen=True)
class GameSetting:
    """An option of a game with its usual value, as one would type both."""

    name: str
    usual: str
    meaning: str


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

    schema: ClassVar[str] = "games/3"

    games: tuple[GameEntry, ...]

    def sheet(self) -> Sheet:
        if len(self.games) == 1:
            return list(_described(self.games[0]))
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


def _described(game: GameEntry) -> Iterator[Block]:
    """Everything about one game."""
    yield Heading(f"{game.title} ({game.name})")
    yield Words.of(game.summary)
    if game.options:
        rows = [(o.name, o.usual, o.meaning) for o in game.options]
        yield listing(("option", "usually", "what it means"), rows)
    levels = [(level.name, level.summary) for level in game.levels]
    yield listing(("level", "how it plays"), levels)
    yield Words.of(f"other players: {', '.join(game.analysts)}")
    if game.verbs:
        asked = ", ".join(f"kibitz {verb.replace('.', ' ')}" for verb in game.verbs)
        yield Words.of(f"its own questions: {asked}")


@dataclass(frozen=True)
class CatalogueRequest(Request[Catalogue]):
    """List the games, or describe GAME.

    With GAME its options are explained, and its levels, other players and own questions listed.
    """

    verb: ClassVar[str] = "games"
    examples: ClassVar[tuple[str, ...]] = ("holdem",)
    gives: ClassVar[type[Answer]] = Catalogue

    game: str | None = ask(None, "Only this game.", argument=True, metavar="GAME")

    def answers(self) -> Iterator[Catalogue]:
        from kibitz.core.registry import game_class, game_names

        names = game_names() if self.game is None else [self.game]
        yield Catalogue(tuple(entry_of(game_class(name)) for name in names))


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


def _settings(kind: "type[Game]") -> Iterator[GameSetting]:
    """The parameters of a game, with their usual values."""
    for name, parameter in inspect.signature(kind).parameters.items():
        meaning = kind.option_words.get(name, "")
        if parameter.kind is parameter.VAR_POSITIONAL:
            yield GameSetting(f"{name}...", "", meaning)
        elif parameter.kind is not parameter.VAR_KEYWORD:
            usual = parameter.default
            told = str(usual).lower() if isinstance(usual, bool) else str(usual)
            yield GameSetting(name, told, meaning)
