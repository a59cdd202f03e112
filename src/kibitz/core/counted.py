"""What the archive needs of a game: which positions it counts, and which of them as one."""

from typing import TYPE_CHECKING, ClassVar

from kibitz.core.face import with_face
from kibitz.core.game import CHANCE, OVER, Game, Position, turn, view

if TYPE_CHECKING:
    from kibitz.estimate.estimate import Estimate


class Counted(Game):
    """A game that knows of equal positions, or of more that is worth counting."""

    expectation_by: ClassVar[str] = "rollouts"  # what `expectation` rests on

    def counted_seat(self, p: Position) -> int | None:
        """The seat for which an archive counts how games from `p` end, None where for none."""
        seat = int(turn(p))
        return None if seat in (CHANCE, OVER) else seat

    def canonical(self, p: Position, seat: int) -> tuple[Position, int]:
        """What an archive counts `p` as: one of all that promise `seat` the same, its seat there.

        By default what the seat knows of it.
        """
        return view(p, seat), seat

    def expectation(self, p: Position, seat: int, seed: int) -> "Estimate | None":
        """What `seat` can expect where chance acts next, None where a game cannot say."""
        return None


def counted(game: Game) -> Counted:
    """`game` as an archive counts it: each view for itself, where it says nothing else."""
    return with_face(game, Counted)  # type: ignore[type-abstract]
