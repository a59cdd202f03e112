"""Games judged in a process: reviews of archived games, and their mistakes asked again."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from kibitz.drawing.plain import escaped
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.coach.drill import Exercise, MarkedAnswer
    from kibitz.core.game import Game
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


def _mistakes(answer: "ReviewAnswer") -> "list[Exercise]":
    """What a review blames people for, in the order it was played; all seats where none is one."""
    from kibitz.coach.drill import Exercise, tolerance
    from kibitz.core.registry import make_game

    game = make_game(answer.game)
    people = {seat.seat for seat in answer.seats if seat.player == "person"}
    wrong = [
        d
        for d in answer.decisions
        if (not people or d.seat in people)
        and not d.forced
        and not d.too_close_to_call
        and d.loss >= tolerance(game, d.unit)
    ]
    return [Exercise(answer.game, d.position, d.seat) for d in wrong]


def mistakes(number: int) -> Iterator[dict[str, Any]]:
    """The exercises that a game gives; they also go into the deck."""
    from kibitz.coach.deck import Deck
    from kibitz.lab.drill import usual_deck

    *_, answer = _reviewing(number)
    found = _mistakes(answer)
    deck = Deck(usual_deck())
    if deck.add(found):
        deck.save()
    yield _exercises(found)


def due(game: str, fresh: str | None, count: int) -> Iterator[dict[str, Any]]:
    """The exercises of a game that are due, or fresh ones."""
    from kibitz.lab.drill import drill

    found = drill(game, quiz=fresh, count=min(count, MOST_EXERCISES))
    waiting = len(found.deck.due(found.game.name))
    yield {**_exercises(list(found.exercises)), "deck": len(found.deck), "due": waiting}


def _exercises(found: "list[Exercise]") -> dict[str, Any]:
    asked = [{"game": e.game, "position": e.position, "seat": e.seat} for e in found]
    return {"exercises": asked[:MOST_EXERCISES]}


def question(game: str, position: str, seat: int) -> Iterator[dict[str, Any]]:
    """An exercise as a board that can be played on."""
    from kibitz.core.game import turn
    from kibitz.core.shown import shown
    from kibitz.drawing.svg import svg

    made, p = _set_up(game, position, seat)
    if turn(p) != seat:
        raise BadValue("nobody is asked in this position")
    game_shown = shown(made)
    scene = game_shown.scene(p, seat)
    drawn = {
        shape: svg(game_shown.scene(p, seat, tall=shape == "tall"), standalone=False)
        for shape in ("wide", "tall")
    }
    yield {
        "drawn": drawn,
        "prompt": game_shown.prompt(p, seat),
        "title": scene.title,
        "plays": [list(play) for play in scene.plays],
        "dials": [asdict(dial) for dial in scene.dials],
    }


def _set_up(game: str, position: str, seat: int) -> tuple[Any, Any]:
    from kibitz.coach.drill import Exercise

    made, p = Exercise(game, position, seat).set_up()
    if not 0 <= seat < made.seats:
        raise BadValue(f"{made.name} has {made.seats} seats")
    return made, p


def tried(
    game: str, position: str, seat: int, move: str, kept: bool = False
) -> Iterator[dict[str, Any]]:
    """What a try is worth; one of the deck is put off or comes again."""
    from kibitz.coach.deck import Deck
    from kibitz.coach.drill import Exercise, mark
    from kibitz.core.shown import shown
    from kibitz.lab.drill import usual_deck

    made, p = _set_up(game, position, seat)
    chosen = made.parse_move(p, move)
    exercise = Exercise(made.text, position, seat)
    marked = mark(exercise, chosen)
    words, best = shown(made).move_words, marked.analysis.best.move
    lost = "" if marked.is_best else f"{marked.loss:.3g} {marked.analysis.unit}"
    if kept:
        deck = Deck(usual_deck())
        deck.answered(exercise, marked)
        deck.save()
    yield {
        "accepted": marked.is_accepted,
        "is_best": marked.is_best,
        "played": words(p, chosen),
        "lost": lost,
        "severity": "" if marked.is_best else _severity(made, marked),
        "best": words(p, best),
        "reason": marked.reason,
    }


def _severity(game: "Game", marked: "MarkedAnswer") -> str:
    from kibitz.coach.scale import scale_for

    unit = marked.analysis.unit
    loss = marked.loss / 2 if unit == "wins" else marked.loss  # a payoff of -1 to 1 spans two
    return scale_for(game, unit).severity(loss)


def solution(game: str, position: str, seat: int) -> Iterator[dict[str, Any]]:
    """The best option of an exercise, marked on its board."""
    from kibitz.core.shown import shown
    from kibitz.drawing.svg import svg
    from kibitz.lab.analysis import analysis_answer
    from kibitz.lab.show import hinted
    from kibitz.players.roster import default_analyst

    made, p = _set_up(game, position, seat)
    game_shown, analyst = shown(made), default_analyst(made)
    analysis = analyst.analyse(made, p, seat, 0)
    answer = analysis_answer(made, p, analyst, analysis, None)
    drawn = {
        shape: svg(
            hinted(made, game_shown.scene(p, seat, tall=shape == "tall"), answer), standalone=False
        )
        for shape in ("wide", "tall")
    }
    yield {
        "drawn": drawn,
        "best": game_shown.move_words(p, analysis.best.move),
        "options": [
            {"move": game_shown.move_words(p, option.move), "value": shown_option.value_text}
            for option, shown_option in zip(analysis.options, answer.options, strict=False)
        ][:6],
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
        answer = ImportRequest((str(file),), keep_going=True).answer()
        told = blocks(answer.sheet()) + "".join(f"<p>{escaped(line)}</p>" for line in answer.asides)
        yield {"html": told.replace(escaped(f"{folder}/"), "")}


JUDGED_TASKS: dict[str, Callable[..., Iterator[Any]]] = {
    "review": review,
    "mistakes": mistakes,
    "due": due,
    "question": question,
    "tried": tried,
    "solution": solution,
    "intake": intake,
}
