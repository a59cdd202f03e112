"""How people write a game down: deals as cards, what nobody saw as `?`, what was said in brackets.

A record is a list of texts. Most are moves as the game writes them. Three more kinds come from
people, and a game's `Writing` reads them:

- an event of chance in cards and dice, `deal:5h6d7c8s9hTc/??????`, in place of a seed;
- a move with what was said of it, `C5(hit)`: it is checked, or tells what was hidden;
- in a record that is known from one seat, `?` for whatever that seat did not see.

To replay a record of one seat, the question marks are filled in (`completed`) with anything
that goes with the rest of the record. What the seat itself saw does not depend on how.

A game registers a writing of its own by entry point (`kibitz.writings`), under its name; all
others get `Writing`, which knows the contract alone.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import NamedTuple, TypeAlias

from kibitz.core.game import CHANCE, OVER, Game, Position, payoff, play, turn, view
from kibitz.core.scene import Moment
from kibitz.core.speech import possessive
from kibitz.core.stream import Stream, below
from kibitz.errors import BadRecord, IllegalMove, KibitzError

GROUP = "kibitz.writings"
UNSEEN = "?"
NO_GAME = "no game goes with everything that the record tells"
Result: TypeAlias = tuple[float, ...] | None
MOST_TRIED = 200_000  # moves tried to fill in a record
_SAID = re.compile(r"(.*\S)\s*\(([^()]*)\)")


class Seen(NamedTuple):
    """A step of a game: the position, who acts, and the position after it."""

    before: Position
    seat: int
    move: int
    after: Position


class Unshown(NamedTuple):
    """Something that was hidden until the end: its place, and what is asked."""

    place: int
    asked: str


def parted(text: str) -> tuple[str, str]:
    """A move and what was said of it.

    >>> parted("C5(hit)"), parted("C5")
    (('C5', 'hit'), ('C5', ''))
    """
    found = _SAID.fullmatch(text.strip())
    return (found[1], found[2].strip()) if found else (text.strip(), "")


class Writing:
    """The writing of a game that says nothing about it: moves as the game writes them."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def event(self, before: Position, after: Position, move: int) -> str:
        """An event of chance as people write it."""
        return self.game.move_text(before, move)

    def after_event(self, p: Position, text: str) -> Position | None:
        """The position after an event that is written out; None where the text is none."""
        return None

    def is_remark(self, p: Position, text: str) -> bool:
        """Whether a text only repeats what `p` shows."""
        return False

    def said(self, moment: Moment) -> str:
        """What is said for all to hear of a move; empty where nothing needs to be."""
        return ""

    def is_known(self, end: Position) -> bool:
        """Whether enough is known of a finished game to tell its result."""
        return True

    def gathered(self, words: list[str]) -> list[str]:
        """The texts of a record from the words of its written form."""
        return words

    def spread(self, texts: Sequence[str]) -> list[str]:
        """The words of the written form from the texts of a record."""
        return list(texts)

    def seen(self, steps: Sequence[Seen], seat: int) -> list[str]:
        """A game as `seat` would write it down."""
        return [self.seen_step(step, seat) for step in steps]

    def seen_step(self, step: Seen, seat: int) -> str:
        """One step as `seat` saw it: `?` where another move would have looked the same."""
        game, (before, _, move, after) = self.game, step
        text = game.move_text(before, move)
        if step.seat != seat and not self._is_told_apart(step, seat):
            return UNSEEN
        moment = Moment(step.seat, view(before, seat), view(after, seat))
        said = self.said(moment)
        return f"{text}({said})" if said else text

    def _is_told_apart(self, step: Seen, seat: int) -> bool:
        """Whether `seat` can tell this move from every other that was possible."""
        found = view(step.after, seat)
        others = (m for m in self.game.legal_moves(step.before) if m != step.move)
        return all(view(play(step.before, other), seat) != found for other in others)

    def completed(
        self, start: Position, texts: Sequence[str], seat: int, luck: Stream, result: Result = None
    ) -> list[str]:
        """The texts with every `?` replaced by something that goes with all the rest."""
        found = _Filling(self, texts, luck, result).of(start)
        if found is None:
            raise BadRecord(NO_GAME)
        return found

    def wanted(self, texts: Sequence[str], p: Position, seat: int | None) -> str:
        """What a scribe asks for next; `p` goes with the texts so far."""
        actor, legal = int(turn(p)), self.game.legal_moves(p)
        example = f", e.g. {self.game.move_text(p, legal[0])}" if legal else ""
        if actor == seat:
            return f"your move{example}"
        hidden = "" if self._is_seen(p, legal, seat) else " (? if you did not see it)"
        if actor != CHANCE:
            return f"{self.game.seat_name(actor)} to move{example}{hidden}"
        return f"{self._event_words(p, legal, seat)}{example}{hidden}"

    def event_noun(self, p: Position) -> str:
        """What chance brings next, in a word: `card`, `roll`; empty where it has no name."""
        return ""

    def event_owner(self, p: Position, legal: list[int]) -> int | None:
        """Whose event it is: by default that of the only seat that sees it."""
        aware = self._aware(p, legal)
        return aware[0] if len(aware) == 1 else None

    def _event_words(self, p: Position, legal: list[int], seat: int | None) -> str:
        noun, owner = self.event_noun(p), self.event_owner(p, legal)
        who = None if owner is None else "you" if owner == seat else self.game.seat_name(owner)
        if not noun:
            return f"what chance brought {who or ''}".rstrip()
        return f"{'the' if who is None else possessive(who)} {noun}"

    def _is_seen(self, p: Position, legal: list[int], seat: int | None) -> bool:
        return seat is None or len(legal) < 2 or seat in self._aware(p, legal)

    def _aware(self, p: Position, legal: list[int]) -> list[int]:
        """The seats that can tell the first of some moves from the last."""
        afters = [play(p, move) for move in (*legal[:1], *legal[-1:])]
        return [s for s in range(self.game.seats) if len({view(after, s) for after in afters}) > 1]

    def entered(self, texts: Sequence[str], p: Position, seat: int | None, text: str) -> list[str]:
        """The texts that are meant by what was typed to a scribe."""
        return [text]

    def with_entry(self, texts: list[str], more: list[str]) -> list[str]:
        """The texts after an entry; it may also add to earlier ones."""
        return [*texts, *more]

    def unasked(self, texts: Sequence[str], p: Position, seat: int | None) -> str | None:
        """What is to be written without asking, as `seat` cannot have seen it."""
        if turn(p) != CHANCE or self._is_seen(p, self.game.legal_moves(p), seat):
            return None
        return UNSEEN

    def unshown(self, steps: Sequence[Seen], texts: Sequence[str], seat: int) -> list[Unshown]:
        """What may have been shown at the end of a game whose result cannot be told without it."""
        found = []
        for place, (step, text) in enumerate(zip(steps, texts, strict=False)):
            if text == UNSEEN and step.seat == CHANCE:
                legal = self.game.legal_moves(step.before)
                asked = self._event_words(step.before, legal, seat)
                example = self.game.move_text(step.before, legal[0])
                found.append(Unshown(place, f"{asked}, e.g. {example} (? if it was not shown)"))
        return found

    def with_shown(self, texts: list[str], place: int, text: str) -> list[str]:
        """The texts with something that was shown at the end."""
        return [*texts[:place], text, *texts[place + 1 :]]


class _Filling:
    """A search for moves in place of question marks, depth first, in random order."""

    def __init__(
        self, writing: Writing, texts: Sequence[str], luck: Stream, result: Result
    ) -> None:
        self.writing, self.texts, self.luck, self.result = writing, texts, luck, result
        self.tried = 0

    def of(self, start: Position) -> list[str] | None:
        """The texts filled in; None where no move fits."""
        found: list[str] = []
        stack = [self._choices(start, 0)]
        while stack and len(found) < len(self.texts):
            choice = next(stack[-1], None)
            if choice is None:
                stack.pop()
                if found:
                    found.pop()
                continue
            text, after = choice
            found.append(text)
            stack.append(self._choices(after, len(found)))
        return found if len(found) == len(self.texts) else None

    def _choices(self, p: Position, place: int) -> Iterator[tuple[str, Position]]:
        """The moves that a text may mean, and what comes of each."""
        if place >= len(self.texts) or turn(p) == OVER:
            return
        text, said = parted(self.texts[place])
        seat = int(turn(p))
        for move in self._moves(p, text):
            self.tried += 1
            if self.tried > MOST_TRIED:
                raise BadRecord("the record hides too much: what was played cannot be filled in")
            after = play(p, move)
            heard = self.writing.said(Moment(seat, p, after)) if said else ""
            if heard in ("", said) and self._ends_well(after):
                yield self.writing.game.move_text(p, move), after

    def _ends_well(self, after: Position) -> bool:
        """Whether a game that is over now ends as the record says."""
        if self.result is None or turn(after) != OVER:
            return True
        return all(float(payoff(after, seat)) == paid for seat, paid in enumerate(self.result))

    def _moves(self, p: Position, text: str) -> list[int]:
        game = self.writing.game
        if UNSEEN not in text:
            try:
                return [game.parse_move(p, text)]
            except KibitzError:
                return []
        pattern = re.compile(_pattern(text))
        legal = [m for m in game.legal_moves(p) if pattern.fullmatch(game.move_text(p, m))]
        return [legal.pop(int(below(self.luck, len(legal)))) for _ in range(len(legal))]


def _pattern(text: str) -> str:
    """`?` alone is any move; within others it is any one sign."""
    if text == UNSEEN:
        return ".*"
    return ".".join(re.escape(part) for part in text.split(UNSEEN))


def writing_of(game: Game) -> Writing:
    """How that game is written down."""
    return _writing(game.name)(game)


@cache
def _writing(game: str) -> type[Writing]:
    """The writing that a game brings; no other game is loaded for it."""
    found = next(iter(entry_points(group=GROUP, name=game)), None)
    kind: type[Writing] = Writing if found is None else found.load()
    return kind


def read_text(writing: Writing, p: Position, text: str) -> tuple[int | None, Position] | None:
    """The move and the position after a text that people wrote; None for a mere remark.

    A deal in cards is no move of the rules, so its move is None.
    """
    if turn(p) == CHANCE:
        after = writing.after_event(p, text)
        if after is not None:
            return None, after
    if writing.is_remark(p, text):
        return None
    head, said = parted(text)
    move = writing.game.parse_move(p, head)
    after = play(p, move)
    heard = writing.said(Moment(int(turn(p)), p, after)) if said else ""
    if heard and heard != said:
        raise IllegalMove(f"'{text}' cannot be: {head} is '{heard}'")
    return move, after
