"""Hands of PHH files as an archive keeps them: replayed and checked once, while they are read."""

from collections.abc import Iterator
from pathlib import Path

from kibitz.core.history import OldGame
from kibitz.games.holdem.histories.hand import End, Hand
from kibitz.games.holdem.histories.phh import told_hands


def kept_games(path: Path) -> Iterator[OldGame]:
    """Every hand of a file."""
    for told in told_hands(path):
        if told.hand is None:
            yield OldGame(told.where, told.done, why=told.why, is_other=told.is_other)
        else:
            yield OldGame(told.where, told.done, told.hand.record(), _decided(told.hand))


def _decided(hand: Hand) -> tuple[tuple[int, int], ...]:
    """What each seat knew when it decided, of a hand whose result is known."""
    if hand.played.ended != End.PAID or hand.seats is None:
        return ()
    return tuple(zip(hand.played.keys, hand.seats, strict=True))
