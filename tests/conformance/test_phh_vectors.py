"""Every hold'em hand of the public PHH dataset's samples is read, paid, kept and reviewed."""

import os
from collections import Counter
from pathlib import Path

import pytest

from kibitz.core.kernel import COMPILED
from kibitz.games.holdem.histories.hand import End
from kibitz.games.holdem.histories.kept import kept_games
from kibitz.games.holdem.histories.phh import files_of, told_hands
from kibitz.lab.library.intake import ImportRequest
from kibitz.store.entry import Entry

FOLDER = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[3] / "shared" / "vectors"))
PHH = FOLDER / "phh"
HANDS = {
    "absolute.phhs": 999,
    "dwan-ivey-2009.phh": 1,
    "ipoker.phhs": 929,
    "party.phhs": 999,
    "pluribus.phhs": 5070,
    "pokerstars.phhs": 998,
}
OTHERS = {"alice-carol": "FB", "antonius-blom": "PO", "arieh-yockey": "F2L3D", "phua-xuan": "NS"}
EVERY = 60  # hand is also kept the slow way

pytestmark = [
    pytest.mark.skipif(not PHH.is_dir(), reason=f"no hands in {PHH}; set KIBITZ_VECTORS"),
    pytest.mark.skipif(not COMPILED, reason="9,000 hands take minutes without the compiler"),
]


@pytest.mark.parametrize("name", HANDS)
def test_every_hand_of_holdem_is_read_and_paid_as_its_file_says(name):
    ended: Counter[End] = Counter()
    for told in told_hands(PHH / name):
        assert told.hand is not None, f"{told.where}: {told.why}"
        hand = told.hand
        ended[hand.played.ended] += 1
        if "finishing_stacks" in hand.facts:
            assert stacks_after(hand) == hand.facts["finishing_stacks"], told.where
    assert ended.total() == HANDS[name]
    if name in ("pluribus.phhs", "dwan-ivey-2009.phh"):
        assert ended[End.PAID] == HANDS[name]


def stacks_after(hand):
    return [
        (one.stack + round(result * hand.game.big)) * hand.unit
        for one, result in zip(hand.posted.seats, hand.played.results, strict=True)
    ]


def test_hands_of_other_variants_are_told_apart_from_bad_ones():
    told = [one for path in files_of(PHH) if path.name not in HANDS for one in told_hands(path)]
    assert len(told) == len(OTHERS)
    for one, (name, variant) in zip(told, OTHERS.items(), strict=True):
        assert one.is_other
        assert one.where.startswith(name)
        assert f"'{variant}'" in one.why


@pytest.mark.parametrize("name", HANDS)
def test_the_quick_way_into_the_archive_keeps_what_the_slow_one_does(name):
    """The slow one replays the record from its texts, move by move."""
    for number, game in enumerate(kept_games(PHH / name)):
        if number % EVERY == 0:
            assert game.record is not None
            assert game.decided is not None
            assert Entry.checked(game.record, game.decided) == Entry.of(game.record), game.where


def test_a_folder_goes_into_the_archive_once():
    first, again = (list(ImportRequest(files=(str(PHH),)).answers())[-1] for _ in range(2))
    assert (first.new, first.known, first.refused) == (sum(HANDS.values()), 0, 0)
    assert (again.new, again.known) == (0, sum(HANDS.values()))
    assert first.skipped == again.skipped == len(OTHERS)
    assert first.read_bytes == first.total_bytes
    assert all("is not NT or FT hold'em" in reason for reason in first.reasons)
