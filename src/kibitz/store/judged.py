"""Judged games in the archive: one row per game, analyst, budget and seed, beside its reviews."""

import msgspec
from sqlalchemy import select

from kibitz.coach.judged import FORM, Judged
from kibitz.store.archive import Archive
from kibitz.store.reviews import save_review
from kibitz.store.schema import reviews

ROWS = 500  # numbers of games asked for at once


def kept_as(analyst: str, budget: str, seed: int) -> str:
    """The name under which a judgement is kept."""
    return f"{analyst} {FORM} {budget} {seed}"


def keep_judged(archive: Archive, game_id: int, judged: Judged) -> None:
    """Keep what was judged of a game."""
    name = kept_as(judged.analyst, judged.budget, judged.seed)
    save_review(archive, game_id, name, msgspec.to_builtins(judged))


def kept_judged(archive: Archive, ids: list[int], budget: str, seed: int) -> dict[int, Judged]:
    """What was judged before, by the number of the game; the newest where two analysts did."""
    found: dict[int, Judged] = {}
    for first in range(0, len(ids), ROWS):
        query = (
            select(reviews.c.game_id, reviews.c.review)
            .where(reviews.c.game_id.in_(ids[first : first + ROWS]))
            .where(reviews.c.analyst.endswith(f" {FORM} {budget} {seed}", autoescape=True))
            .order_by(reviews.c.added)
        )
        with archive.database.reading() as connection:
            for game_id, text in connection.execute(query):
                try:
                    found[game_id] = msgspec.json.decode(text, type=Judged)
                except msgspec.DecodeError:
                    continue  # damaged: it is judged again
    return found
