"""What one hand tells of each of its players, as plain facts that can be counted anywhere.

Hands are turned into notes in any order, by anybody; models count the notes in the order of
the hands, so that older hands fade alike whoever read them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.opponents.counting import ONE_RAISE, HandFacts, HandStep
from kibitz.games.holdem.opponents.habits import RAISES
from kibitz.games.holdem.table.position import CALL, FLOP, FOLD

BLUFF_BELOW = 0.5  # a shown hand that beats fewer of all hands was a bluff


class SeatNotes(NamedTuple):
    """One player in one hand."""

    name: str
    chances: list[tuple[str, bool]]  # opportunities by statistic, and whether they were taken
    bets: list[tuple[bool, str]]  # whether the last bet of a shown hand was a bluff, and its size

    def note(self, name: str, made: bool) -> None:
        """Note one opportunity."""
        self.chances.append((name, made))


class HandNotes(NamedTuple):
    """One hand: what each seat did, and every decision as seat, situation and action."""

    seats: tuple[SeatNotes, ...]
    decisions: tuple[tuple[int, int, int], ...]


def notes_of(hand: Hand) -> HandNotes:
    """What a hand tells of everybody in it."""
    facts, seats = HandFacts(hand), []
    for seat, name in enumerate(hand.players):
        mine, notes = facts.of(seat), SeatNotes(name, [], [])
        _note_preflop([step for step in mine if step.stage < FLOP], notes)
        _note_postflop([step for step in mine if step.stage >= FLOP], notes)
        _note_continuation(facts, seat, notes)
        _note_showdown(facts, seat, notes)
        seats.append(notes)
    steps = tuple((step.seat, step.situation, min(step.move, RAISES)) for step in facts.steps)
    return HandNotes(tuple(seats), steps)


def _note_preflop(mine: Sequence[HandStep], notes: SeatNotes) -> None:
    if not mine:
        return  # a walk, or all in from a blind: nothing to decide
    notes.note("vpip", any(s.is_raise or (s.move == CALL and s.price > 0) for s in mine))
    notes.note("pfr", any(step.is_raise for step in mine))
    for step in mine:
        if step.bets == ONE_RAISE:
            notes.note("three_bet", step.is_raise)


def _note_postflop(mine: Sequence[HandStep], notes: SeatNotes) -> None:
    for step in mine:
        faced = step.price > 0
        if step.is_raise or faced:
            notes.note("afq", step.is_raise)
        if step.is_raise or (faced and step.move == CALL):
            notes.note("aggression", step.is_raise)
        if faced:
            notes.note("fold_to_bet", step.move == FOLD)
        else:
            notes.note("bets_when_checked", step.is_raise)


def _note_continuation(facts: HandFacts, seat: int, notes: SeatNotes) -> None:
    """A continuation bet: the flop bet by who raised last before it, where nobody else has."""
    if facts.last_raiser == seat:
        first = next((s for s in facts.postflop if s.seat == seat and s.stage == FLOP), None)
        if first is not None and first.price == 0:
            notes.note("cbet", first.is_raise)


def _note_showdown(facts: HandFacts, seat: int, notes: SeatNotes) -> None:
    if seat not in facts.saw_flop:
        return
    shown = facts.is_showdown and seat in facts.living
    notes.note("wtsd", shown)
    if not shown or facts.winners is None:
        return
    notes.note("wsd", seat in facts.winners)
    bets = [step for step in facts.postflop if step.seat == seat and step.is_raise]
    if bets:
        is_bluff = facts.strength(seat) < BLUFF_BELOW
        notes.note("bluff", is_bluff)
        notes.bets.append((is_bluff, bets[-1].size))
