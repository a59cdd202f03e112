"""What a decision of cribbage is about: whose crib, the play, and whether the end is near."""

from kibitz.games.cribbage.table.rules import SCORE, TARGET, THROW, Cribbage, side_of

END = 35  # points from the target, from which on the chance to win decides


def themes(known: Cribbage, seat: int) -> tuple[str, ...]:
    """The kind of the decision first."""
    if known.phase == THROW:
        mine = side_of(known, known.dealer) == side_of(known, seat)
        kind = "throwing to your own crib" if mine else "throwing to the opponent's crib"
    else:
        kind = "pegging"
    scores = (int(known[SCORE + side]) for side in range(3))
    return (kind, "endgame") if max(scores) >= TARGET - END else (kind,)
