"""A course at the terminal: the position, a try, a hint, the answer."""

from typing import TYPE_CHECKING

from kibitz.core.ink import Written, ink
from kibitz.core.sheet import Words
from kibitz.core.speech import loss_words
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.coach.lesson import Attempt, Resolution
    from kibitz.lab.learn import Lesson

HELP = "Type a move, or hint, show, skip, board, quit."


class PersonStopped(Exception):
    """The person has had enough."""


def practise(course: "Lesson") -> None:
    """Ask every question of a course."""
    from kibitz.cli.session import edit_lines

    edit_lines()
    _say(ink(HELP, "quiet"))
    try:
        while not course.is_over:
            _ask(course)
    except (PersonStopped, EOFError):
        pass
    skipped = f", {course.skipped} skipped" if course.skipped else ""
    streak = f"; {course.deck.streak} right in a row" if course.deck is not None else ""
    _say(f"{course.right} of {course.place} right at the first try{skipped}{streak}.")


def _ask(course: "Lesson") -> None:
    """One question, until it is answered, shown or skipped."""
    question = course.tutor.question
    about = f": {question.themes[0]}" if question.themes else ""
    _say("", ink(f"Question {course.place + 1} of {len(course.questions)}{about}", "strong"))
    _board(course)
    if question.played:
        lost = loss_words(course.tutor.game, question.loss, question.unit)
        _say(ink(f"You played {question.played} and gave up {lost}.", "quiet"))
    while not _answered(course, _typed(f"{course.tutor.prompt}: ")):
        pass


def _answered(course: "Lesson", text: str) -> bool:
    """Do what was typed; whether the question is done with."""
    word = text.lower()
    if word in ("quit", "q", "exit"):
        raise PersonStopped
    if word in ("", "help"):
        _say(HELP)
    elif word == "board":
        _board(course)
    elif word == "hint":
        _say(course.hint())
    elif word == "skip":
        course.skip()
        return True
    elif word == "show":
        _solve(course, course.show())
        return True
    else:
        return _tried(course, text)
    return False


def _tried(course: "Lesson", text: str) -> bool:
    from kibitz.drawing.plain import sentence

    try:
        made = course.attempt(text)
    except KibitzError as error:
        _say(sentence(str(error)))
        return False
    _say(_verdict(course, made))
    if made.is_right:
        _solve(course, course.solution(), is_told=made.is_best)
    return made.is_right


def _verdict(course: "Lesson", made: "Attempt") -> Written:
    if made.is_best:
        return ink("Right.", "good") + f" {made.words} is best."
    if made.is_right:
        return ink("Right.", "good") + f" {made.words} is as good as the best."
    lost = f"{made.words} gives up {loss_words(course.tutor.game, made.loss, made.unit)}"
    return ink(lost, "bad") + f" ({made.severity}). Try again, or hint, show, skip."


def _solve(course: "Lesson", found: "Resolution", is_told: bool = False) -> None:
    """The answer, where it is not told yet, with its reason, and on to the next question."""
    others = [move for move in found.right if move != found.best]
    answer = ink("") if is_told else ink(found.words, "best") + f" ({found.best}): "
    _say(answer + found.reason)
    if others:
        _say(ink(f"also right: {', '.join(others[:5])}", "quiet"))
    if course.due is not None:
        _say(ink(f"due again {course.due:%Y-%m-%d %H:%M}", "quiet"))
    course.next()


def _board(course: "Lesson") -> None:
    from kibitz.drawing.terminal import show

    show([course.picture()])


def _say(*lines: Written) -> None:
    from kibitz.drawing.terminal import show

    show([Words(lines)])


def _typed(prompt: str) -> str:
    from kibitz.drawing.plain import plain

    try:
        return input(plain(prompt)).strip()
    except UnicodeDecodeError:
        return "\ufffd"
