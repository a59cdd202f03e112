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
from kibitz.core.record import Record, Replay, drawn_replay
from kibitz.core.registry import make_game
from kibitz.core.scene import Moment
from kibitz.core.script import result_of, seen_steps
from kibitz.core.sheet import Picture
from kibitz.core.shown import shown
from kibitz.core.writing import writing_of
from kibitz.errors import BadRecord, BadValue, IllegalMove, KibitzError

VERSION = 1
MOST_ENTRIES = 20_000
WORLDS = 4  # in which something must be so to be told
_SENTENCE = re.compile(r"\S[^.]*(?:\.(?!\s)[^.]*)*\.?")


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
        if seat is not None and not 0 <= seat < made.seats:
            raise BadValue(f"seat {seat + 1} is not between 1 and {made.seats}")
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
        self._past: list[list[str]] = []  # the texts before each entry
        self.texts: list[str] = []
        self.plies = 0  # of the replayed record
        self.position: Position = self._start
        if texts:
            self._take(list(texts))
        self._settle()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(turn(self.position) == OVER) or len(self.texts) >= MOST_ENTRIES

    @property
    def wanted(self) -> str:
        """What is asked for next, of players by their names."""
        asked = self.writing.wanted(self.texts, self.position, self.plan.seat)
        return self._named(asked)

    def _named(self, words: str, is_said: bool = False) -> str:
        """Words of the game with the names of the players in place of those of their seats.

        What is said at the table keeps the names that the game gives to seats, the button.
        """
        for seat, name in enumerate(self.plan.players):
            usual = self.game.seat_name(seat)
            if name != usual and not (is_said and usual != f"player {seat + 1}"):
                words = words.replace(f"the {usual}", name).replace(usual, name)
                words = words.replace(usual.capitalize(), name)
        return words

    def enter(self, text: str) -> str:
        """Write an entry down; returns what the table hears of it (points, a hit, a go)."""
        if self.is_over:
            raise IllegalMove("the game is over; undo takes the last entry back")
        before, plies = list(self.texts), self.plies
        more = self.writing.entered(self.texts, self.position, self.plan.seat, text)
        try:
            self._take(self.writing.with_entry(self.texts, more))
        except IllegalMove:
            self._refuse(text)
            raise
        self._past.append(before)
        self._settle()
        self._save()
        return self._named(self._heard(plies), is_said=True)

    def _refuse(self, text: str) -> None:
        """Say why a move cannot be played, where that can be seen from here."""
        actor = turn(self.position)
        if actor != CHANCE and (actor == self.plan.seat or not self.game.has_secrets):
            self.game.parse_move(self.position, text.partition("(")[0])

    def undo(self) -> bool:
        """Take the last entry back; False where there is none."""
        if not self._past:
            return False
        self._take(self._past.pop())
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
        return Picture(self.game.show(known, seat), self.game.scene(known, seat or 0))

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
        self.texts, self.position, self.plies = texts, replay.end, len(replay.steps)

    def _replay(self, texts: list[str], draw: int = 0) -> Replay:
        """The texts in a world that goes with them."""
        record = self._record(texts)
        if self.plan.seat is None:
            return record.replay()
        return drawn_replay(record, self.game, self._start, self.plan.seat, draw)

    def _settle(self) -> None:
        """Write down what needs no asking."""
        seat = self.plan.seat
        while seat is not None and not self.is_over:
            unseen = self.writing.unasked(self.texts, self.position, seat)
            if unseen is None:
                return
            self._take([*self.texts, unseen])

    def _heard(self, before: int) -> str:
        """What is told of the new moves in every world that goes with the record."""
        if turn(self.position) == OVER and not self.writing.is_known(self.position):
            return "The game is over; who won cannot be told from the cards that were seen."
        worlds = 1 if self.plan.seat is None else WORLDS
        told = [self._told(before, draw) for draw in range(worlds)]
        return " ".join(said for said in told[0] if all(said in other for other in told[1:]))

    def _told(self, before: int, draw: int) -> list[str]:
        """The sentences that are told in one world."""
        listener = self.plan.seat or 0
        moments = (
            Moment(step.seat, step.before, step.after)
            for step in seen_steps(self._replay(self.texts, draw))[before:]
        )
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
