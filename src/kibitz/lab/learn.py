"""Lessons for every door: mistakes asked again, tried, hinted at, shown; drills are kept lessons.

A `Lesson` holds the questions and where one is in them. It knows no terminal: a page calls the
same `attempt`, `hint`, `show`, `skip`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.ink import as_ink
from kibitz.core.request import Answer
from kibitz.core.sheet import Column, Picture, Sheet, listing
from kibitz.core.speech import loss_words
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.coach.deck import Deck
    from kibitz.coach.judged import Judged
    from kibitz.coach.lesson import Attempt, Mistake, Resolution, Tutor
    from kibitz.lab.judging import JudgedGame

MOST_GAMES = 20  # of a player that are looked through, newest first


@dataclass(frozen=True)
class QuestionAnswer:
    """One question as plain data."""

    game: str
    position: str
    seat: int
    themes: tuple[str, ...]
    played: str
    loss: float
    unit: str


@dataclass(frozen=True)
class CourseAnswer(Answer):
    """The questions of a lesson."""

    schema: ClassVar[str] = "learn/1"

    questions: tuple[QuestionAnswer, ...]
    themes: dict[str, int]  # how many of each kind

    def sheet(self) -> Sheet:
        columns = (
            Column("#", True, 9),
            Column("about", importance=7),
            Column("played", importance=8),
            Column("loss", True, 8),
            Column("position", importance=2),
        )
        rows = [
            (str(i), _kind(q), q.played, _lost(q), q.position)
            for i, q in enumerate(self.questions, 1)
        ]
        return [listing(columns, rows)]

    def rows(self) -> list[dict[str, object]]:
        return [
            {"game": q.game, "position": q.position, "seat": q.seat, "played": q.played}
            | {"loss": q.loss, "unit": q.unit, "kind": _kind(q)}
            for q in self.questions
        ]


def _kind(question: QuestionAnswer) -> str:
    return question.themes[0] if question.themes else ""


def _lost(question: QuestionAnswer) -> str:
    from kibitz.core.registry import make_game

    return loss_words(make_game(question.game), question.loss, question.unit)


class Lesson:
    """Questions one after the other, and how they went."""

    def __init__(self, questions: "Iterable[Mistake]", deck: "Deck | None" = None) -> None:
        self.questions = tuple(questions)
        self.deck = deck  # where answers are noted
        self.place = 0  # of the question that is asked now
        self.right = 0  # at the first try and without hints
        self.skipped = 0
        self._tutor: Tutor | None = None
        self.due: datetime | None = None  # when the last one comes again

    @property
    def is_over(self) -> bool:
        return self.place >= len(self.questions)

    @property
    def tutor(self) -> "Tutor":
        """Who asks the present question."""
        from kibitz.coach.lesson import Tutor

        if self.is_over:
            raise BadValue("there is no question left")
        if self._tutor is None:
            self._tutor = Tutor(self.questions[self.place])
        return self._tutor

    def picture(self) -> Picture:
        """The position of the present question, drawn."""
        from kibitz.core.pictures import picture_of

        plain = picture_of(self.tutor.game, self.tutor.position, self.tutor.seat)
        return Picture(self.tutor.names.in_picture(as_ink(plain.text)), plain.scene)

    def solved_picture(self) -> Picture:
        """The same with the best move marked."""
        from kibitz.drawing.overlay import Hint, overlaid

        plain, best = self.picture(), self.tutor.analysis.best.text
        if plain.scene is None:
            return plain
        return Picture(plain.text, overlaid(plain.scene, {best: Hint(0, is_best=True)}))

    def attempt(self, text: str) -> "Attempt":
        """Try a move; a right one ends the question."""
        made = self.tutor.attempt(text)
        if made.is_right:
            self._note(self.tutor.is_clean)
        return made

    def hint(self) -> str:
        """One hint more."""
        return self.tutor.hint()

    def show(self) -> "Resolution":
        """Give up: the answer, and the question comes again."""
        found = self.tutor.solution()
        self._note(is_known=False)
        return found

    def solution(self) -> "Resolution":
        """The answer to a question that was answered."""
        return self.tutor.solution()

    def skip(self) -> None:
        """Leave the question as it is."""
        self.skipped += 1
        self.next()

    def next(self) -> None:
        """Go on to the next question."""
        self.place += 1
        self._tutor = None

    def _note(self, is_known: bool) -> None:
        self.right += is_known
        self.due = None
        if self.deck is not None:
            self.due = self.deck.noted(self.tutor.question.exercise, is_known)
            self.deck.save()

    def answer(self) -> CourseAnswer:
        """The questions as plain data."""
        told = tuple(
            QuestionAnswer(
                q.exercise.game, q.exercise.position, q.exercise.seat,
                q.themes, q.played, q.loss, q.unit,
            )
            for q in self.questions
        )  # fmt: skip
        kinds = [q.themes[0] for q in self.questions if q.themes]
        return CourseAnswer(told, {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)})


def learn(
    records: tuple[str, ...] = (),
    player: str | None = None,
    theme: str = "",
    count: int = 10,
    budget: str = "fast",
    db: str | None = None,
) -> Lesson:
    """A lesson from the mistakes in some files, or in a player's archived games."""
    from kibitz.coach.lesson import check_theme, questions_from
    from kibitz.lab.judging import judged_archive, judged_files, refuse_nobody

    if not records and player is None:
        raise BadValue("say which RECORD, or whose games: --player NAME")
    if records:
        games = list(judged_files(records, player, budget, 0))
    else:
        games = list(judged_archive(str(player), None, budget, 0, db, MOST_GAMES))
    if not games:
        raise refuse_nobody(player)
    themes = {
        theme for g in games for d in g.judged.decisions if d.seat in g.seats for theme in d.themes
    }
    _check_judged(games, player)
    phases = {d.phase for g in games for d in g.judged.decisions if d.seat in g.seats}
    check_theme(themes | phases, theme)
    found = [q for g in games for s in g.seats for q in questions_from(g.judged, s, theme)]
    weights = {d_key: w for g in games for d_key, w in _weights(g.judged.source, g.judged)}
    found.sort(key=lambda q: -weights[q.source])
    return Lesson(found[:count])


def _check_judged(games: "list[JudgedGame]", player: str | None) -> None:
    """Refuse a player of whom nothing is known but what another saw of him."""
    if player is None or any(d.seat in g.seats for g in games for d in g.judged.decisions):
        return
    raise BadValue(
        f"no decision of '{player}' can be judged: he had none, or the game is known "
        "from another seat"
    )


def _weights(source: str, game: "Judged") -> "Iterable[tuple[str, float]]":
    return ((f"{source}:{d.number}", d.weight) for d in game.decisions)
