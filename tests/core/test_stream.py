"""The random stream against the published generator and against arithmetic."""

import numpy as np
import pytest

from kibitz.core.bits import count_bits, lowest_bit, signed, unsigned
from kibitz.core.seeds import checked_seed, child, stream
from kibitz.core.stream import below, draw, mix, reseed, shuffle, uniform
from kibitz.errors import BadValue


def test_the_stream_gives_the_published_numbers_of_xoshiro256_plus_plus():
    state = np.array([1, 2, 3, 4], np.uint64)
    published = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]
    assert [int(draw(state)) for _ in published] == published


def test_reseeding_with_zero_gives_the_published_numbers_of_splitmix64():
    state = np.zeros(4, np.uint64)
    reseed(state, 0)
    assert [hex(word) for word in state.tolist()] == [
        "0xe220a8397b1dcdaf",
        "0x6e789e6aa1b965f4",
        "0x6c45d188009454f",
        "0xf88bb8a8724c81ec",
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 1000])
def test_below_hits_every_number_evenly(n):
    state = stream(7, n)
    draws = 200 * n if n < 1000 else 20_000
    counts = np.bincount([int(below(state, n)) for _ in range(draws)], minlength=n)
    chi2 = ((counts - draws / n) ** 2 / (draws / n)).sum()
    assert len(counts) == n
    assert chi2 < n - 1 + 4 * np.sqrt(2 * n)  # 4 sigma of a chi-squared law


def test_uniform_stays_inside_the_unit_interval_with_mean_one_half():
    state = stream(3)
    xs = np.array([uniform(state) for _ in range(4000)])
    assert xs.min() >= 0
    assert xs.max() < 1
    assert abs(xs.mean() - 0.5) < 4 * np.sqrt(1 / 12 / 4000)


def test_a_shuffle_keeps_every_card_and_moves_each_anywhere():
    state = stream(5)
    seen = np.zeros((5, 5), int)
    for _ in range(2000):
        cards = np.arange(5)
        shuffle(cards, state)
        assert sorted(cards) == [0, 1, 2, 3, 4]
        seen[cards, np.arange(5)] += 1
    assert np.abs(seen - 400).max() < 4 * np.sqrt(2000 * 0.2 * 0.8)


def test_mix_is_one_to_one_on_neighbours_and_takes_negative_numbers():
    assert len({int(mix(x)) for x in range(-500, 500)}) == 1000


def test_seeds_depend_on_their_key_alone():
    assert child(1, 2, 3) == child(1, 2, 3)
    assert len({child(1, i, j) for i in range(10) for j in range(10)}) == 100
    assert child(1, 2) < 1 << 62
    with pytest.raises(BadValue, match="seed -1"):
        checked_seed(-1)


@pytest.mark.parametrize("x", [0, 1, -1, 5, -(1 << 63), (1 << 63) - 1, 1 << 40])
def test_bits_agree_with_python(x):
    pattern = x & ((1 << 64) - 1)
    assert int(unsigned(x)) == pattern
    assert int(signed(np.uint64(pattern))) == x
    assert int(count_bits(np.uint64(pattern))) == pattern.bit_count()
    if pattern:
        assert int(lowest_bit(np.uint64(pattern))) == (pattern & -pattern).bit_length() - 1
