"""Learning from mistakes: a question, tries, hints, and at last the answer with its reason.

No surface is known here: a terminal and a page ask a `Tutor` the same things. A question is a
decision to make again, as the seat saw it. A try is right when it is within the mildest severity
of the best move, so several moves may be right. Hints tell more each time.
"""

from dataclasses import dataclass
from functools import cached_property

from kibitz.coach.closer import looking
from kibitz.coach.drill import QUIZ_SAMPLES, Exercise, tolerance
from kibitz.coach.explain import explain
from kibitz.coach.judged import Judged
from kibitz.coach.scale import scale_for
from kibitz.core.coached import coached
from kibitz.core.naming import SeatNames
from kibitz.core.shown import shown
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Option
from kibitz.players.roster import default_analyst

MOST_HINTS = 3


@dataclass(frozen=True)
class Mistake:
    """A mistake to make good."""

    exercise: Exercise
    themes: tuple[str, ...] = ()
    played: str = ""  # what was played then
    loss: float = 0.0
    unit: str = ""
    source: str = ""  # the record and the number of the move, so that none counts twice
    players: tuple[str, ...] = ()  # who sat there, where that is known


@dataclass(frozen=True)
class Attempt:
    """What a try was worth."""

    move: str
    words: str
    is_right: bool
    is_best: bool
    loss: float
    unit: str
    severity: str


@dataclass(frozen=True)
class Resolution:
    """The best move, the others that are as good, and why."""

    best: str
    words: str
    right: tuple[str, ...]  # all moves that are accepted, best first
    reason: str


class Tutor:
    """Asks one question until it is answered or given up."""

    def __init__(self, question: Mistake, analyst: Analyst | None = None, seed: int = 0) -> None:
        self.question, self.seed = question, seed
        self.game, self.position = question.exercise.set_up()
        self._analyst = analyst
        self.attempts: list[Attempt] = []
        self.hints: list[str] = []
        self.is_shown = False

    @property
    def seat(self) -> int:
        return self.question.exercise.seat

    @cached_property
    def analysis(self) -> Analysis:
        """What every option is worth."""
        analyst = self._analyst or looking(default_analyst(self.game), QUIZ_SAMPLES)
        return analyst.analyse(self.game, self.position, self.seat, self.seed)

    @property
    def prompt(self) -> str:
        """What is asked for."""
        return self.names.in_words(shown(self.game).prompt(self.position, self.seat), self.seat)

    @cached_property
    def names(self) -> SeatNames:
        """Who sits where."""
        return SeatNames(self.game, self.question.players)

    @property
    def is_clean(self) -> bool:
        """Whether it was answered at the first try, without hints: only that counts as known."""
        return len(self.attempts) == 1 and self.attempts[0].is_right and not self.hints

    def attempt(self, text: str) -> Attempt:
        """Judge a try, written as the game writes moves; what is no move is refused."""
        move = self.game.parse_move(self.position, text)
        made = self._judged(move)
        self.attempts.append(made)
        return made

    def _judged(self, move: int) -> Attempt:
        analysis, game = self.analysis, self.game
        loss = analysis.loss(move)
        scale = scale_for(game, analysis.unit)
        return Attempt(
            move=game.move_text(self.position, move),
            words=self._words(move),
            is_right=self._is_right(analysis.option(move)),
            is_best=loss == 0,
            loss=loss,
            unit=analysis.unit,
            severity=scale.severity(scale.lost(loss)),
        )

    def hint(self) -> str:
        """One hint more; after the last it is said again."""
        if len(self.hints) < MOST_HINTS:
            self.hints.append((self._count, self._wrong, self._part)[len(self.hints)]())
        return self.hints[-1]

    def solution(self) -> Resolution:
        """The answer; a question whose answer was shown is not known."""
        self.is_shown = True
        analysis, best = self.analysis, self.analysis.best
        tried = next((a.move for a in reversed(self.attempts) if not a.is_right), "")
        other = tried or self.question.played
        move = self._move(other) if other else best.move
        return Resolution(
            best=best.text,
            words=self._words(best.move),
            right=tuple(option.text for option in self._right()),
            reason=explain(coached(self.game), analysis, move),
        )

    def _move(self, text: str) -> int:
        return self.game.parse_move(self.position, text)

    def _words(self, move: int) -> str:
        return shown(self.game).move_words(self.position, move)

    def _is_right(self, option: Option) -> bool:
        analysis = self.analysis
        least = tolerance(self.game, analysis.unit)
        return analysis.loss(option.move) < least or analysis.is_too_close_to_call(option.move)

    def _right(self) -> list[Option]:
        return [option for option in self.analysis.options if self._is_right(option)]

    def _count(self) -> str:
        right, options = len(self._right()), len(self.analysis.options)
        about = f"This is about {self.question.themes[0]}. " if self.question.themes else ""
        return f"{about}{right} of {options} moves {'is' if right == 1 else 'are'} right."

    def _wrong(self) -> str:
        """The moves that are furthest off, at most half of the wrong ones."""
        wrong = [o for o in reversed(self.analysis.options) if not self._is_right(o)]
        named = [self._words(option.move) for option in wrong[: max(1, min(3, len(wrong) // 2))]]
        return f"It is not {' nor '.join(named)}." if wrong else "Every move is right."

    def _part(self) -> str:
        """A part of the best move."""
        text = self.analysis.best.text
        plays = shown(self.game).plays(self.position, self.seat)
        picks = next((play.picks for play in plays if play.move == text), ())
        if len(picks) > 1:
            return f"{picks[0]} is part of it."
        return f"It begins with {text[0]}."


def questions_from(game: Judged, seat: int | None = None, theme: str = "") -> list[Mistake]:
    """The mistakes of a game, worst first; of one theme, where it is named."""
    wrong = [
        d
        for d in game.decisions
        if d.is_mistake and seat in (None, d.seat) and has_theme((*d.themes, d.phase), theme)
    ]
    wrong.sort(key=lambda d: (-d.weight, d.number))
    return [
        Mistake(
            Exercise(game.game, d.position, d.seat),
            d.themes,
            d.chosen,
            d.loss,
            d.unit,
            f"{game.source}:{d.number}",
            game.players,
        )
        for d in wrong
    ]


def has_theme(themes: tuple[str, ...], wanted: str) -> bool:
    """Whether one of the themes is meant: `throws` means every theme with that word in it."""
    word = wanted.lower().removesuffix("s")
    return not word or any(word in theme.lower() for theme in themes)


def check_theme(found: set[str], wanted: str) -> None:
    """Refuse a theme that no decision has."""
    if wanted and not any(has_theme((theme,), wanted) for theme in found):
        known = ", ".join(sorted(found)) or "none"
        raise BadValue(f"no decision is about '{wanted}'; themes here: {known}")
