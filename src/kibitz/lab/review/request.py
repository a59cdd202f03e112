"""`kibitz review`: where was the game lost, and was it skill or luck?

Snapshots come after every look, and the last one is the whole. A review that is kept in
the archive is read back without judging anything again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

from kibitz.core.request import LARGEST_SEED, PLACE, Answer, Request, ask, ask_archive
from kibitz.lab.records import chosen_record, seat_of
from kibitz.lab.review.answer import ReviewAnswer, review_answer

if TYPE_CHECKING:
    from kibitz.coach.review import Reviewer
    from kibitz.core.record import Record

EVERY = 8  # looks between two snapshots


@dataclass(frozen=True)
class ReviewRequest(Request[ReviewAnswer]):
    """Judge every decision of a game.

    RECORD is a file of records, or the number of a game in the archive. With --html the review
    is written as one page: the drawn position beside every decision, arrow keys to step, the
    worst five first.
    """

    verb: ClassVar[str] = "review"
    gives: ClassVar[type[Answer]] = ReviewAnswer
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = ("html",)

    record: str = ask(argument=True, holds=PLACE)
    player: str | None = ask(None, "Judge this player only: a name, or a seat from 1.")
    budget: Literal["fast", "coaching", "exact"] = ask("coaching", "How closely to look.")
    game: int | None = ask(None, "Which record of the file; else the last.", low=1, metavar="N")
    store: bool = ask(False, "Keep the game and its review in the archive.")
    again: bool = ask(False, "Judge again even if the archive has a review.")
    db: str | None = ask_archive()
    seed: int = ask(0, "Root of all random numbers.", low=0, high=LARGEST_SEED, metavar="S")

    def answers(self) -> Iterator[ReviewAnswer]:
        from kibitz.coach.review import Reviewer

        kept = None if self.again else self._kept()
        if kept is not None:
            yield kept
            return
        chosen = chosen_record(self.record, self.game, self.db)
        record = chosen.record
        seat = None if self.player is None else seat_of(record, self.player)
        reviewer = Reviewer(record.replay(), seat, self.budget, self.seed)
        yield from self._snapshots(reviewer)
        answer = replace(_whole(reviewer), number=chosen.number, of=chosen.of)
        yield replace(answer, kept_as=self._keep(answer)) if self.store else answer

    def _snapshots(self, reviewer: "Reviewer") -> Iterator[ReviewAnswer]:
        """What is known so far, every few looks."""
        for done, _ in enumerate(reviewer.reviewing(), 1):
            if done % EVERY == 0 and done < reviewer.looks:
                yield review_answer(reviewer.result(), None, reviewer.looks, done)

    def _kept(self) -> ReviewAnswer | None:
        """The review of an archived game that was asked for in just this way before."""
        from kibitz.lab.review.shelf import kept_review

        if not self.record.isdecimal() or self.player is not None:
            return None
        return kept_review(self.record, self.budget, self.seed, self.db)

    def _keep(self, answer: ReviewAnswer) -> int:
        from kibitz.lab.review.shelf import keep

        return keep(answer, self.db)


def reviewed(record: "Record", player: int | None, budget: str, seed: int) -> ReviewAnswer:
    """A record judged as a whole."""
    from kibitz.coach.review import Reviewer

    reviewer = Reviewer(record.replay(), player, budget, seed)
    for _ in reviewer.reviewing():
        pass
    return _whole(reviewer)


def _whole(reviewer: "Reviewer") -> ReviewAnswer:
    """The answer when everything has been judged."""
    from kibitz.coach.luck import luck_of

    is_known = reviewer.replay.record.seat is None  # what others were dealt
    luck = luck_of(reviewer.replay, reviewer.seed) if is_known else None
    return review_answer(reviewer.result(), luck, reviewer.looks, reviewer.looks)
