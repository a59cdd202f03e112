"""The options of an analysis as people see them: a listing, best first, and what it rests on."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from kibitz.core.doubt import give_or_take
from kibitz.core.ink import Written, ink
from kibitz.core.sheet import Block, Column, Words, listing
from kibitz.lab.analysis import AnalysisAnswer, OptionAnswer, analysis_answer
from kibitz.lab.figures import duration

if TYPE_CHECKING:
    from kibitz.core.game import Game, Position
    from kibitz.estimate.estimate import Analysis

SHOWN = 20  # options that people are shown


def options_sheet(
    answer: AnalysisAnswer, most: int | None = SHOWN, *, rest: str = ""
) -> list[Block]:
    """The options as a listing, what it leaves out, and what the values rest on."""
    columns, cells = zip(*_columns(answer), strict=True)
    rows = [[cell(option) for cell in cells] for option in answer.options]
    best = [number for number, option in enumerate(answer.options) if option.loss == 0]
    found: list[Block] = [listing(columns, rows, marked=best, most=most)]
    if rest:
        found.append(Words.of(rest, role="quiet"))
    if answer.advice:
        topic = f"{answer.advice.topic} {answer.advice.when}".rstrip()
        found.append(Words.of(f"{topic}: {answer.advice.text}"))
    found.append(Words((_footnote(answer), *answer.notes), "quiet"))
    return found


def _columns(answer: AnalysisAnswer) -> Iterator[tuple[Column, Callable[[OptionAnswer], Written]]]:
    """The columns of the listing, each with what it says of an option."""
    yield Column("move", importance=9), _move
    yield Column(f"value ({answer.unit})", True, 9), lambda option: option.value_text
    yield Column("gives up", True, 8), _given_up
    for name in dict.fromkeys(name for option in answer.options for name in option.parts):
        yield Column(name, True, 4), partial(_part, name)
    if any(option.win is not None for option in answer.options):
        yield Column("win", True, 6), win_text
    if any(option.frequency is not None for option in answer.options):
        yield Column("plays", True, 6), _frequency
    for name in dict.fromkeys(name for option in answer.options for name in option.facts):
        yield Column(name, True, 0), partial(_fact, name)
    yield Column("", importance=3), lambda option: option.reason


def _move(option: OptionAnswer) -> Written:
    return ink(option.move, "best") if option.loss == 0 else option.move


def _given_up(option: OptionAnswer) -> str:
    doubt = " ?" if option.too_close_to_call else ""
    return "" if option.loss == 0 else f"{option.loss:.3g}{doubt}"


def win_text(option: OptionAnswer) -> str:
    """The chance to win as people read it; empty where it is unknown."""
    if option.win is None:
        return ""
    return f"{100 * option.win:.1f}{give_or_take(100 * (option.win_error or 0.0), 1)} %"


def _frequency(option: OptionAnswer) -> str:
    return "" if option.frequency is None else f"{100 * option.frequency:.0f} %"


def _part(name: str, option: OptionAnswer) -> str:
    return _cell(option.parts.get(name))


def _fact(name: str, option: OptionAnswer) -> str:
    return _cell(option.facts.get(name))


def _cell(value: float | int | str | None) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _footnote(answer: AnalysisAnswer) -> str:
    facts = [f"values for {answer.seat_name}", answer.basis]
    if answer.seconds is not None:
        facts.append(duration(answer.seconds))
    return "; ".join([*facts, f"by {answer.analyst}", f"seed {answer.seed}"])


def option_listing(
    game: "Game", known: "Position", analysis: "Analysis", most: int = SHOWN
) -> list[Block]:
    """The best options of an analysis that somebody else made of what a seat knows."""
    from kibitz.lab.shortlist import shortened
    from kibitz.players.roster import default_analyst

    answer = analysis_answer(game, known, default_analyst(game), analysis, None)
    short, between = shortened(answer, game, known)
    return options_sheet(short, most, rest=between)
