"""What the coach needs of a game: the kinds of its decisions, and reasons in its own words."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kibitz.core.face import with_face
from kibitz.core.game import Game, Position, has_rule

if TYPE_CHECKING:
    from kibitz.core.record import Step
    from kibitz.estimate.estimate import Advice, Analysis, Option


class Coached(Game):
    """A game that has words of its own for a review."""

    def phase(self, p: Position) -> str:
        """The kind of decision in `p`; a review averages each kind separately."""
        return "move"

    def themes(self, known: Position, seat: int, best: int) -> tuple[str, ...]:
        """What a decision of `seat` is about, in words people search by; the first is its kind.

        `best` is the best move. Kinds tell what costs most; by default the phase.
        """
        return (self.phase(known),)

    def hand(self, p: Position) -> int:
        """The number of the hand or round that `p` belongs to, from 0."""
        return 0

    def cannot_judge(self, p: Position, seat: int, move: int) -> str:
        """Why nobody can judge that `seat` played `move` in `p`; empty where it can be judged.

        A game that was written down by others may hide what the seat knew.
        """
        return ""

    def weighs(self, unit: str) -> bool:
        """Whether losses counted in `unit` are known well enough to blame somebody for them."""
        return True

    def explain(self, best: "Option", chosen: "Option") -> str:
        """In the words of the game, why `best` is better; empty where it has none of its own."""
        return ""

    def account(self, analysis: "Analysis", move: int) -> str:
        """In the words of the game, what made `move` the best, or why another was better.

        By default only the latter, by `explain`; empty where the game has no words of its own.
        """
        best, chosen = analysis.best, analysis.option(move)
        return "" if analysis.loss(move) == 0 else self.explain(best, chosen)

    def has_worth(self) -> bool:
        """Whether the heuristic tells what positions are worth, so that luck can be known by it."""
        return has_rule("heuristic", self.position_type)

    def luck_events(
        self, steps: "Sequence[Step]"
    ) -> "list[tuple[int, str, tuple[float, ...]]] | None":
        """What chance gave each seat: the step's number, what came, and the luck of it.

        None where the game leaves that to its heuristic.
        """
        return None

    def remarks(self, advice: Mapping[int, tuple[int, "Advice"]]) -> list[str]:
        """What a review tells besides the decisions: from the advice to a seat, by number."""
        return []


def coached(game: Game) -> Coached:
    """`game` as the coach sees it: one kind of decision and no words, where it has none."""
    return with_face(game, Coached)  # type: ignore[type-abstract]
