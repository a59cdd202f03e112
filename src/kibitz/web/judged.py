"""Games judged in a process: reviews of archived games, and their mistakes asked again."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from kibitz.drawing.plain import escaped
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.coach.drill import Exercise
    from kibitz.coach.lesson import Mistake, Tutor
    from kibitz.drawing.overlay import Hint
    from kibitz.lab.review.answer import ReviewAnswer

BUDGET: Literal["coaching"] = "coaching"
MOST_EXERCISES = 50


def review(number: int) -> Iterator[dict[str, Any]]:
    """How far the review of an archived game is, then its page, whole and in parts."""
    from kibitz.lab.review.page import review_body, review_facts, review_title

    for answer in _reviewing(number):
        if answer.progress is not None:
            yield {"done": answer.done, "total": answer.looks, "words": answer.progress.words}
    yield {
        "title": review_title(answer),
        "facts": review_facts(answer),
        "body": review_body(answer),
        "page": answer.page(),
        "mistakes": len(_mistakes(answer)),
    }


def _reviewing(number: int) -> "Iterator[ReviewAnswer]":
    """Snapshots of a review that ends in the archive."""
    from kibitz.lab.review.request import ReviewRequest

    name = str(number).zfill(18)  # no file is called like that
    yield from ReviewRequest(name, budget=BUDGET, store=True).answers()


def _mistakes(answer: "ReviewAnswer") -> "list[Mistake]":
    """What a review blames people for, in the order it was played; all seats where none is one."""
    from kibitz.coach.drill import Exercise, tolerance
    from kibitz.coach.judged import hash_of
    from kibitz.coach.lesson import Mistake
    from kibitz.core.registry import make_game
    from kibitz.lab.records import record_of

    game, source = make_game(answer.game), hash_of(record_of(answer.record).to_json())
    people = {seat.seat for seat in answer.seats if seat.player == "person"}
    return [
        Mistake(
            Exercise(answer.game, d.position, d.seat),
            played=d.chosen.move,
            loss=d.loss,
            unit=d.unit,
            source=f"{source}:{d.number}",
        )
        for d in answer.decisions
        if (not people or d.seat in people)
        and not d.forced
        and not d.too_close_to_call
        and d.loss >= tolerance(game, d.unit)
    ]


def mistakes(number: int) -> Iterator[dict[str, Any]]:
    """The exercises that a game gives; they also go into the deck."""
    from kibitz.coach.deck import Deck
    from kibitz.lab.drill import usual_deck

    *_, answer = _reviewing(number)
    found = _mistakes(answer)
    deck = Deck(usual_deck())
    deck.add_mistakes((mistake.exercise, mistake.source) for mistake in found)
    deck.save()
    yield _exercises([mistake.exercise for mistake in found])


def agenda() -> Iterator[dict[str, Any]]:
    """How many exercises of each game are due."""
    from collections import Counter

    from kibitz.coach.deck import Deck
    from kibitz.core.registry import make_game
    from kibitz.lab.drill import usual_deck

    deck = Deck(usual_deck())
    games = Counter(make_game(exercise.game).name for exercise in deck.due())
    yield {"due": dict(games.most_common()), "deck": len(deck)}


def due(game: str, fresh: str | None, count: int) -> Iterator[dict[str, Any]]:
    """The exercises of a game that are due, or fresh ones."""
    from kibitz.lab.drill import drill

    found = drill(game, quiz=fresh, count=min(count, MOST_EXERCISES))
    told = {"deck": len(found.deck), "due": found.due, "streak": found.deck.streak}
    yield _exercises(list(found.exercises)) | told


def _exercises(found: "list[Exercise]") -> dict[str, Any]:
    asked = [{"game": e.game, "position": e.position, "seat": e.seat} for e in found]
    return {"exercises": asked[:MOST_EXERCISES]}


def _tutor(game: str, position: str, seat: int) -> "Tutor":
    from kibitz.coach.drill import Exercise
    from kibitz.coach.lesson import Mistake, Tutor
    from kibitz.core.game import turn

    tutor = Tutor(Mistake(Exercise(game, position, seat)))
    if not 0 <= seat < tutor.game.seats or turn(tutor.position) != seat:
        raise BadValue("nobody is asked in this position")
    return tutor


def question(game: str, position: str, seat: int) -> Iterator[dict[str, Any]]:
    """An exercise as a board that can be played on."""
    from kibitz.core.shown import shown

    tutor = _tutor(game, position, seat)
    scene = shown(tutor.game).scene(tutor.position, seat)
    yield {
        "drawn": _drawn(tutor),
        "prompt": tutor.prompt,
        "title": scene.title,
        "plays": [list(play) for play in scene.plays],
        "dials": [asdict(dial) for dial in scene.dials],
    }


def _drawn(tutor: "Tutor", hints: "Mapping[str, Hint] | None" = None) -> dict[str, str]:
    """The board of an exercise, wide and tall."""
    from kibitz.core.shown import shown
    from kibitz.drawing.overlay import overlaid
    from kibitz.drawing.svg import svg

    drawn = {}
    for shape in ("wide", "tall"):
        scene = shown(tutor.game).scene(tutor.position, tutor.seat, tall=shape == "tall")
        drawn[shape] = svg(overlaid(scene, hints) if hints else scene, standalone=False)
    return drawn


def tried(
    game: str, position: str, seat: int, move: str, kept: bool = False
) -> Iterator[dict[str, Any]]:
    """What a try is worth; one of the deck is put off or comes again."""
    from kibitz.core.speech import loss_words

    tutor = _tutor(game, position, seat)
    made = tutor.attempt(move)
    if kept:
        _note(tutor, made.is_right)
    answer = tutor.solution()
    yield {
        "accepted": made.is_right,
        "is_best": made.is_best,
        "played": made.words,
        "lost": "" if made.is_best else loss_words(tutor.game, made.loss, made.unit),
        "severity": made.severity,
        "best": answer.words if made.is_right else "",
        "reason": answer.reason if made.is_right else "",
    }


def _note(tutor: "Tutor", is_right: bool) -> None:
    from kibitz.coach.deck import Deck
    from kibitz.lab.drill import usual_deck

    deck = Deck(usual_deck())
    deck.noted(tutor.question.exercise, is_right)
    deck.save()


def clue(game: str, position: str, seat: int, number: int) -> Iterator[dict[str, Any]]:
    """So many hints, each telling more."""
    from kibitz.coach.lesson import MOST_HINTS

    tutor = _tutor(game, position, seat)
    for _ in range(min(max(number, 1), MOST_HINTS)):
        tutor.hint()
    yield {"hints": tutor.hints, "most": MOST_HINTS}


def solution(
    game: str, position: str, seat: int, played: str = "", kept: bool = False
) -> Iterator[dict[str, Any]]:
    """The best option of an exercise, marked on its board; what was shown comes again."""
    from kibitz.core.shown import shown
    from kibitz.drawing.overlay import Hint
    from kibitz.lab.analysis import analysis_answer
    from kibitz.players.roster import default_analyst
    from kibitz.web.ranked import ranked

    tutor = _tutor(game, position, seat)
    if played:
        tutor.attempt(played)
    if kept:
        _note(tutor, is_right=False)
    found = tutor.solution()
    answer = analysis_answer(
        tutor.game, tutor.position, default_analyst(tutor.game), tutor.analysis, None
    )
    yield {
        "drawn": _drawn(tutor, {found.best: Hint(0, is_best=True)}),
        "best": found.words,
        "reason": found.reason,
        **ranked(shown(tutor.game), tutor.position, answer),
    }


def intake(name: str, text: str) -> Iterator[dict[str, Any]]:
    """Records out of an uploaded file into the archive; bad ones are named."""
    import tempfile
    from pathlib import Path

    from kibitz.core.history import readers
    from kibitz.drawing.page import blocks
    from kibitz.lab.library.intake import ImportRequest

    suffix = Path(name).suffix.lower()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"upload{suffix if suffix in readers() else '.jsonl'}"
        file.write_text(text, encoding="utf-8")
        answer = ImportRequest((str(file),)).answer()
        told = blocks(answer.sheet()) + "".join(f"<p>{escaped(line)}</p>" for line in answer.asides)
        yield {"html": told.replace(escaped(f"{folder}/"), "")}


JUDGED_TASKS: dict[str, Callable[..., Iterator[Any]]] = {
    "review": review,
    "mistakes": mistakes,
    "agenda": agenda,
    "due": due,
    "question": question,
    "tried": tried,
    "clue": clue,
    "solution": solution,
    "intake": intake,
}
