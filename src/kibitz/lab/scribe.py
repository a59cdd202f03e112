"""A game written down while others play it: one entry at a time, checked, taken back, kept.

A scribe holds the texts of a record (see `core/writing.py`). Every entry is checked by
replaying the record so far; what cannot be is refused in one sentence and changes nothing. After
every entry the file is written anew, so whoever is interrupted goes on where he was.
"""

import json
import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core.files import home_path, is_there, read_text, worded, write_whole
from kibitz.core.game import CHANCE, OVER, Position, turn, view
from kibitz.core.ink import as_ink
from kibitz.core.naming import SeatNames
from kibitz.core.record import Record, Replay, drawn_replay
from kibitz.core.registry import make_game
from kibitz.core.scene import Moment
from kibitz.core.script import result_of, seen_steps
from kibitz.core.sheet import Picture
from kibitz.core.shown import shown
from kibitz.core.speech import listed
from kibitz.core.writing import NO_GAME, UNSEEN, Unshown, parted, writing_of
from kibitz.errors import BadRecord, BadValue, IllegalMove, KibitzError

VERSION = 1
MOST_ENTRIES = 20_000
WORLDS = 4  # in which something must be so to be told
ENDINGS = 16  # worlds in which a game must be over to be over
MOST_CHOICES = 12  # that are listed to one who wrote something else
_SENTENCE = re.compile(r"\S[^.]*(?:\.(?!\s)[^.]*)*\.?")
_BREAKS = (": ", ", ", " with ")  # behind which a sentence may say what not every world has


@dataclass(frozen=True)
class NotesPlan:
    """What is written down: the game, who plays, and whose eyes it is seen with."""

    game: str
    players: tuple[str, ...]
    seat: int | None  # None where everything is known

    @classmethod
    def made(cls, game: str, players: Sequence[str] = (), seat: int | None = None) -> "NotesPlan":
        """A plan that can be kept; names that are missing are those of the seats."""
        made = make_game(game)
        if len(players) > made.seats:
            raise BadValue(f"{made.text} has {made.seats} seats, not {len(players)}")
        if seat is not None:
            made.checked_seat(seat)
        for name in players:
            if not name or not name.isprintable():
                raise BadValue(f"{name!r} is not a printable name")
        rest = tuple(made.seat_name(s) for s in range(len(players), made.seats))
        return cls(made.text, (*players, *rest), seat)


class Scribe:
    """A record that grows by what is entered."""

    def __init__(
        self, plan: NotesPlan, path: Path | None = None, texts: Sequence[str] = ()
    ) -> None:
        self.plan, self.path = plan, path
        self.game = shown(make_game(plan.game))
        self.writing = writing_of(self.game)
        self._start = self.game.start()
        self.names = SeatNames(self.game, plan.players)
        self._past: list[list[str]] = []  # the texts before each entry
        self._kept_back: set[int] = set()  # what was not shown at the end
        self._doubt = 0  # the ply from which not everything is told yet
        self._told_so_far: list[str] = []  # of what comes from there on
        self.texts: list[str] = []
        self.plies = 0  # of the replayed record
        self.position: Position = self._start
        if texts:
            self._take(list(texts))
        self._settle()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if len(self.texts) >= MOST_ENTRIES:
            return True
        return self.has_ended and not self._open

    @property
    def has_ended(self) -> bool:
        """Whether the last move was made; what was shown then may still be asked for."""
        return bool(turn(self.position) == OVER)

    @property
    def wanted(self) -> str:
        """What is asked for next, of players by their names."""
        if self.has_ended and self._open:
            return self.names.in_words(self._open[0].asked)
        asked = self.writing.wanted(self.texts, self.position, self.plan.seat)
        return self.names.in_words(asked)

    def enter(self, text: str) -> str:
        """Write an entry down; returns what the table hears of it (points, a hit, a go)."""
        if self.is_over:
            raise IllegalMove("the game is over; undo takes the last entry back")
        before, plies = list(self.texts), self.plies
        if self.has_ended:
            self._take_shown(text)
            plies -= 1
        else:
            self._take_entry(text)
        self._past.append(before)
        self._settle()
        self._save()
        return self.names.in_words(self._heard(plies), besides=self.plan.seat)

    def _take_shown(self, text: str) -> None:
        """Something that was hidden until the end, or `?` where it stays so."""
        place = self._open[0].place
        if text.strip() == UNSEEN:
            self._kept_back.add(place)
        else:
            try:
                self._take(self.writing.with_shown(self.texts, place, text.strip()))
            except IllegalMove as error:
                if NO_GAME in str(error):
                    raise IllegalMove(f"'{text.strip()}' cannot have been there") from None
                raise

    def _take_entry(self, text: str) -> None:
        """A move or an event; the name of a player stands for his seat where a seat is asked."""
        if text.strip() == UNSEEN and turn(self.position) == self.plan.seat:
            raise IllegalMove("that was your own move: write what it was")
        try:
            self._read(text)
        except KibitzError:
            seat = self._seat_named(text)
            if seat is None:
                raise
            self._read(str(seat + 1))

    def _seat_named(self, text: str) -> int | None:
        players = [name.casefold() for name in self.plan.players]
        word = text.strip().casefold()
        return players.index(word) if word in players else None

    def _read(self, text: str) -> None:
        more = self.writing.entered(self.texts, self.position, self.plan.seat, text)
        try:
            self._take(self.writing.with_entry(self.texts, more))
        except IllegalMove as error:
            if more == [text.strip().replace(" ", "")]:
                self._refuse(parted(more[0])[0], str(error))
            raise

    def _refuse(self, text: str, why: str) -> None:
        """Say better why an entry cannot be, where that can be seen from here."""
        actor, seat = turn(self.position), self.plan.seat
        if actor != CHANCE and (actor == seat or not self.game.has_secrets):
            try:
                self.game.parse_move(self.position, text)
            except KibitzError as error:
                raise IllegalMove(self._without_position(str(error)) + self._instead()) from None
        elif NO_GAME in why and UNSEEN not in text:
            raise IllegalMove(f"'{text}' is not {listed(self._choices(), 'or')}")

    def _instead(self) -> str:
        """The moves that there are, in a clause; nothing where they are many."""
        p, moves = self.position, self.game.legal_moves(self.position)
        if len(moves) >= MOST_CHOICES:
            return ""
        told = [
            (self.game.move_text(p, move), shown(self.game).move_words(p, move)) for move in moves
        ]
        each = [text if text == words else f"{text} ({words})" for text, words in told]
        return f"; write {listed(each, 'or')}"

    def _without_position(self, why: str) -> str:
        """A complaint without the position, of which the writer may not see everything."""
        return why.replace(f" in {self.game.position_text(self.position)}", "")

    def _choices(self) -> list[str]:
        """What may be written now in some world, the first few of it."""
        found: dict[str, None] = {}
        for draw in range(1 if self.plan.seat is None else WORLDS):
            p = self._replay(self.texts, draw).end
            moves = self.game.legal_moves(p)[:MOST_CHOICES]
            found |= dict.fromkeys(self.game.move_text(p, move) for move in moves)
        return sorted(found) if len(found) < MOST_CHOICES else [*list(found)[:3], "the like"]

    def undo(self) -> bool:
        """Take the last entry back; False where there is none."""
        if not self._past:
            return False
        self._kept_back.clear()
        self._take(self._past.pop())
        self._doubt, self._told_so_far = self.plies, []
        self._settle()
        self._save()
        return True

    def record(self) -> Record:
        """The record so far, with its result where it is over."""
        record = self._record(self.texts)
        result = result_of(record.replay())
        if result is None:
            return record
        return Record(
            record.game, record.start, record.players, 0, record.moves, result, seat=record.seat
        )

    def picture(self) -> Picture | None:
        """What the writer sees now; what everybody sees where nothing is hidden."""
        seat = self.plan.seat
        if seat is None and self.game.has_secrets:
            return None
        known = view(self.position, seat or 0)
        text = self.names.in_picture(as_ink(self.game.show(known, seat)))
        return Picture(text, self.game.scene(known, seat or 0))

    def put_away(self) -> None:
        """Forget the file: the record is kept elsewhere."""
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    def _record(self, texts: Sequence[str]) -> Record:
        start = self.game.position_text(self._start)
        return Record(
            self.game.text, start, self.plan.players, 0, tuple(texts), None, seat=self.plan.seat
        )

    def _take(self, texts: list[str]) -> None:
        """Replay the texts; they are taken when they can be."""
        try:
            replay = self._replay(texts)
        except BadRecord as error:
            raise IllegalMove(_short(str(error))) from None
        if self.plan.seat is not None and turn(replay.end) == OVER:
            replay = self._unfinished(texts) or replay
        self.texts, self.position, self.plies = texts, replay.end, len(replay.steps)

    def _unfinished(self, texts: list[str]) -> Replay | None:
        """The texts in a world in which the game goes on: there is more to ask then."""
        drawn = (self._replay(texts, draw) for draw in range(1, ENDINGS))
        return next((replay for replay in drawn if turn(replay.end) != OVER), None)

    def _replay(self, texts: list[str], draw: int = 0) -> Replay:
        """The texts in a world that goes with them."""
        record = self._record(texts)
        if self.plan.seat is None:
            return record.replay()
        return drawn_replay(record, self.game, self._start, self.plan.seat, draw)

    def _settle(self) -> None:
        """Write down what needs no asking."""
        self._open: list[Unshown] = []
        while not self.is_over:
            unseen = self.writing.unasked(self.texts, self.position, self.plan.seat)
            if unseen is None:
                return
            self._take([*self.texts, unseen])
        self._open = self._unshown()

    def _unshown(self) -> list[Unshown]:
        """What is still asked for when the game is over: what tells its result."""
        seat = self.plan.seat
        if seat is None or not self.has_ended or self._result() is not None:
            return []
        steps = seen_steps(self._replay(self.texts))
        found = self.writing.unshown(steps, self.texts, seat)
        return [each for each in found if each.place not in self._kept_back]

    def _result(self) -> tuple[float, ...] | None:
        return result_of(self._record(self.texts).replay())

    def _heard(self, before: int) -> str:
        """What is told of the new moves in every world that goes with the record.

        What depended on something hidden is told as soon as it no longer does: a go, a crib.
        """
        worlds = 1 if self.plan.seat is None else WORLDS
        first = min(before, self._doubt)
        told = [self._told(first, draw) for draw in range(worlds)]
        found = [agreed(said, told[1:]) for said in told[0]]
        news = " ".join(unsaid(found, self._told_so_far))
        is_sure = all(other == found for other in told)
        self._doubt = self.plies if is_sure else first
        self._told_so_far = [] if is_sure else [said for said in found if said]
        return " ".join(filter(None, (news or self._own_move(before), self._at_end())))

    def _own_move(self, before: int) -> str:
        """The writer's own move in words: nobody tells it to him, but he wants to see it taken."""
        steps = seen_steps(self._replay(self.texts))[before:]
        if len(steps) != 1 or steps[0].seat != self.plan.seat:
            return ""
        return f"You: {self.game.move_words(steps[0].before, steps[0].move)}."

    def _at_end(self) -> str:
        if not self.has_ended or self._open or self.writing.is_known(self.position):
            return ""
        return "The game is over; who won cannot be told from the cards that were seen."

    def _told(self, before: int, draw: int) -> list[str]:
        """The sentences that are told in one world."""
        listener, steps = self.plan.seat or 0, seen_steps(self._replay(self.texts, draw))
        if self.has_ended and not self.writing.is_known(self.position):
            steps = steps[:-1]  # what the last move came to waits for what is shown
        moments = (Moment(step.seat, step.before, step.after) for step in steps[before:])
        news = " ".join(self.game.heard(moment, listener) for moment in moments)
        return _SENTENCE.findall(news)

    def _save(self) -> None:
        if self.path is None:
            return
        fields = {
            "scribe": VERSION,
            "game": self.plan.game,
            "players": list(self.plan.players),
            "seat": self.plan.seat,
            "texts": self.texts,
            "past": self._past,
            "saved": int(time.time()),
        }
        with worded(f"what is entered cannot be saved in {self.path.parent}"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, [json.dumps(fields, ensure_ascii=False)])

    @classmethod
    def resumed(cls, path: Path) -> "Scribe":
        """The scribe that was interrupted."""
        try:
            fields: dict[str, Any] = json.loads(read_text(path))
            if fields["scribe"] != VERSION:
                raise ValueError(f"version {fields['scribe']}")
            plan = NotesPlan.made(fields["game"], fields["players"], fields["seat"])
            scribe = cls(plan, path, [str(text) for text in fields["texts"]])
            scribe._past = [[str(text) for text in texts] for texts in fields["past"]]
        except (ValueError, KeyError, TypeError, RecursionError, KibitzError) as error:
            raise BadRecord(f"the notes {path} cannot be resumed: {error}") from None
        return scribe


def agreed(sentence: str, worlds: Sequence[Sequence[str]]) -> str:
    """As much of a sentence as is said in all other worlds, too.

    >>> agreed("You play K for 29: go 1.", [["You play K for 29."], ["You play K for 29: go 1."]])
    'You play K for 29.'
    """
    if all(sentence in world for world in worlds):
        return sentence
    places = [found.start() for mark in _BREAKS for found in re.finditer(mark, sentence)]
    for place in sorted(places, reverse=True):
        head = sentence[:place]
        if all(any(said.startswith(head) for said in world) for world in worlds):
            return f"{head}."
    return ""


def unsaid(found: Sequence[str], before: Sequence[str]) -> list[str]:
    """What is new among sentences of which some were said before, in part or in full.

    >>> unsaid(["You play K for 29: go 1.", "Ann plays 8 for 8."], ["You play K for 29."])
    ['Go 1.', 'Ann plays 8 for 8.']
    """
    said, news = list(before), []
    for sentence in filter(None, found):
        known = next((s for s in said if sentence == s or sentence.startswith(s[:-1])), None)
        if known is not None:
            said.remove(known)
        rest = sentence if known is None else sentence[len(known) - 1 :].strip(" :,.")
        if rest:
            news.append(sentence if known is None else f"{rest[0].upper()}{rest[1:]}.")
    return news


def _short(why: str) -> str:
    """A complaint without the words about records."""
    if "does not replay at move" in why:
        return why.partition("': ")[2] or why
    return why.removeprefix("the record does not replay: ")


def usual_path(game: str) -> Path:
    """Where the notes of a game are kept until it is over."""
    base = os.environ.get("KIBITZ_STATE")
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    folder = home_path(base) if base else home_path(home) / "kibitz"
    return folder / "notes" / f"{make_game(game).name}.json"


def waiting(game: str) -> Path | None:
    """The notes of a game that was not finished."""
    path = usual_path(game)
    return path if is_there(path) else None
