"""What the doors need of a game: pictures of its positions, its moves in words, and news.

All of it is made from what one seat knows. A game that brings `show` alone is playable
everywhere: its scene is those characters with a list of the legal moves below.
"""

from typing import NamedTuple

from kibitz.core.face import with_face
from kibitz.core.game import CHANCE, Game, Position, play, turn, view
from kibitz.core.ink import Ink, ink
from kibitz.core.scene import Harbour, Moment, Play, Scene, Trail, text_scene


class Landmarks(NamedTuple):
    """Moves that stand for their neighbours where a list of options is to be short."""

    always: frozenset[int]
    usual: frozenset[int]  # where a strategy has no favourites of its own


class Shown(Game):
    """A game that draws its positions and talks about its moves."""

    def show(self, p: Position, seat: int | None = None) -> Ink:
        """The position in characters, from behind `seat`; by default its line of text."""
        return ink(self.position_text(p))

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        """What `seat` sees, drawn from its view and the moments it saw; `tall` is for phones.

        By default the characters of `show` and a list of the legal moves.
        """
        return text_scene(self.title, str(self.show(known, seat)), self.plays(known, seat))

    def plays(self, known: Position, seat: int) -> tuple[Play, ...]:
        """Every legal move of `seat` in words; none where it is not to act."""
        if turn(known) != seat:
            return ()
        legal = self.legal_moves(known)
        return tuple(Play(self.move_text(known, m), self.move_words(known, m)) for m in legal)

    def move_words(self, p: Position, move: int) -> str:
        """A move as a person would say it; by default as it is written."""
        return self.move_text(p, move)

    def landmarks(self, known: Position, seat: int) -> Landmarks | None:
        """The moves of `seat` that a list of options names; None where it names them all.

        For a game with hundreds of moves that hardly differ: bets of so many chips.
        """
        return None

    def harbour(self, known: Position, seat: int) -> Harbour | None:
        """What `seat` has to set up now, where a game begins so; doors may let it all be moved."""
        return None

    def prompt(self, known: Position, seat: int) -> str:
        """What `seat`, which is to act, is asked for: "throw two cards to your crib"."""
        return "your move"

    def heard(self, moment: Moment, listener: int) -> str:
        """What `listener` hears of a move, from his views before and after and nothing else.

        Doors call this, with whole positions or with views; games write `told`.
        """
        seat, before, after = moment
        return self.told(Moment(seat, view(before, listener), view(after, listener)), listener)

    def told(self, moment: Moment, listener: int) -> str:
        """In one or more sentences, what `listener` hears of a move; empty for nothing.

        A moment holds what the listener could see before and after, and nothing else.
        """
        if moment.seat in (listener, CHANCE):
            return ""
        move = self.seen_move(moment)
        if move is None:
            return f"{self.seat_name(moment.seat)} plays, unseen by you"
        return f"{self.seat_name(moment.seat)} plays {self.move_text(moment.before, move)}"

    def seen_move(self, moment: Moment) -> int | None:
        """The move that was made, where nothing is hidden; a game with secrets has its own."""
        if self.has_secrets:
            return None
        legal = self.legal_moves(moment.before)
        return next((m for m in legal if play(moment.before, m) == moment.after), None)


def shown(game: Game) -> Shown:
    """`game` as the doors show it: its line of text, where it draws nothing itself."""
    return with_face(game, Shown)  # type: ignore[type-abstract]
