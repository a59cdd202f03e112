"""What the games of an archive say of a position before a roll."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.games.dicechess.book import Cell, Lookup
    from kibitz.games.dicechess.rules import DiceChess
    from kibitz.store.archive import Archive


def counters(archive: "Archive") -> "Lookup":
    """The counters of a whole archive."""
    from kibitz.core.counted import counted
    from kibitz.core.registry import make_game
    from kibitz.games.dicechess.book import Cell

    game = counted(make_game("dicechess"))

    def lookup(p: "DiceChess") -> Cell:
        counts = archive.positions.counts(game.text, *game.canonical(p, p.seat))
        return Cell(counts.wins, counts.draws, counts.losses)

    return lookup


def games_at(p: "DiceChess", db: str | None) -> "Cell":
    """The games that came to `p`; none where nobody named an archive and there is none."""
    from kibitz.games.dicechess.book import Cell
    from kibitz.store.archive import Archive
    from kibitz.store.place import Place

    usual = Place.of(None).path
    if db is None and usual is not None and not usual.exists():
        return Cell()
    with Archive.open(db, create=False) as archive:
        return counters(archive)(p)
