"""What a coach said of a game, kept beside it: one review for each analyst."""

import json
import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from kibitz.coach.review import Review
from kibitz.errors import BadValue
from kibitz.store.archive import Archive
from kibitz.store.schema import games, reviews
from kibitz.store.texts import stored_object


def keep_review(archive: Archive, review: Review) -> int:
    """Keep what the coach said, and the game if it is not there yet; return the game's number."""
    (game_id,) = archive.add([review.record]).ids
    save_review(archive, game_id, review.analyst, review.fields())
    return game_id


def save_review(archive: Archive, game_id: int, analyst: str, review: Mapping[str, Any]) -> None:
    """Keep a review (JSON) of a game; a newer one by the same analyst takes its place."""
    adding = archive.database.insert(reviews)
    row = {
        "game_id": game_id,
        "analyst": analyst,
        "added": int(time.time()),
        "review": json.dumps(review, ensure_ascii=False),
    }
    newer = {name: adding.excluded[name] for name in ("added", "review")}
    upsert = adding.values(row).on_conflict_do_update(
        index_elements=["game_id", "analyst"], set_=newer
    )
    with archive.database.writing() as connection:
        known = select(games.c.id).where(games.c.id == game_id)
        if connection.execute(known).scalar_one_or_none() is None:
            raise BadValue(f"the archive {archive.database.place} has no game {game_id}")
        connection.execute(upsert)


def reviews_of(archive: Archive, game_id: int) -> dict[str, dict[str, Any]]:
    """The reviews of a game by analyst."""
    query = select(reviews.c.analyst, reviews.c.review).where(reviews.c.game_id == game_id)
    with archive.database.reading() as connection:
        rows = connection.execute(query.order_by(reviews.c.analyst)).all()
    return {row.analyst: stored_object(row.review, "review") for row in rows}
