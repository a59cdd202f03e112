"""Reviews in the archive: kept as they were answered, and read back as they were kept."""

from math import isclose
from typing import TYPE_CHECKING, Any

import msgspec

from kibitz.core.files import is_there
from kibitz.lab.encoder import plain
from kibitz.lab.records import game_number, record_of
from kibitz.lab.review.answer import ReviewAnswer

if TYPE_CHECKING:
    from kibitz.store.archive import Archive


def keep(answer: ReviewAnswer, db: str | None) -> int:
    """Keep the game and its review; returns the number of the game."""
    from kibitz.store.archive import Archive
    from kibitz.store.reviews import save_review

    with Archive.open(db) as archive:
        (number,) = archive.add([record_of(answer.record)]).ids
        save_review(archive, number, answer.analyst, plain(answer))
    return number


def kept_review(number: str, budget: str, seed: int, db: str | None) -> ReviewAnswer | None:
    """The review of an archived game by that budget and seed; None where there is none."""
    from kibitz.errors import KibitzError
    from kibitz.store.archive import Archive

    if is_there(number):  # a file called like a number comes before the archive
        return None
    try:
        with Archive.open(db, create=False) as archive:
            return review_in(archive, game_number(number), budget, seed)
    except KibitzError:
        return None  # loading the record says what is wrong with the archive


def review_in(archive: "Archive", number: int, budget: str, seed: int) -> ReviewAnswer | None:
    """The review of a game in an open archive."""
    from kibitz.store.reviews import reviews_of

    for fields in reviews_of(archive, number).values():
        review = read(fields)
        if review and (review.budget, review.seed) == (budget, seed):
            return review
    return None


def read(fields: dict[str, Any]) -> ReviewAnswer | None:
    """A kept review as an answer; None for one in an older form, or with other chances."""
    if fields.get("schema") != ReviewAnswer.schema:
        return None
    try:
        review = msgspec.convert(fields, ReviewAnswer, strict=False)
    except msgspec.ValidationError:
        return None
    return review if _tells_chances(review) else None


def _tells_chances(review: ReviewAnswer) -> bool:
    """Whether values in wins were taken for the chances that they are.

    Reviews of tables for three and more were once kept as if every loss paid -1.
    """
    from kibitz.core.registry import make_game

    game = make_game(review.game)
    counted = [d for d in review.decisions if d.unit == "wins" and d.win is not None]
    return all(isclose(d.win or 0.0, game.chance_to_win(d.best.value)) for d in counted)
