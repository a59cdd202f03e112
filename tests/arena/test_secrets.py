"""Seeds tell nothing: what players are given does not lead to cards, dice or other choices."""

import math

import numpy as np
import pytest

from kibitz.arena.deal import LANE, Deal, branches, deals
from kibitz.arena.pair import PairTable
from kibitz.arena.table import Table
from kibitz.core.kernel import COMPILED, kernel
from kibitz.core.registry import make_game
from kibitz.core.secrecy import fill_pairs, siphash
from kibitz.core.seeds import LARGEST_SEED, fresh_seed, halves, joined_halves, nth, sealed
from kibitz.players.foreign import public_seed
from kibitz.players.player import Player, RandomPlayer

MASK = (1 << 64) - 1
GUESSES = 1 << 20 if COMPILED else 1 << 8


def test_siphash_gives_the_published_value():
    """Key 00..0f, message 00..07: the ninth vector of the authors' reference implementation."""
    k0, k1 = np.frombuffer(bytes(range(16)), np.uint64)
    word = np.frombuffer(bytes(range(8)), np.uint64)[0]
    assert int(siphash(k0, k1, word)) == int.from_bytes(bytes.fromhex("6224939a79f5f593"), "little")


def test_fresh_seeds_have_128_bits():
    drawn = [fresh_seed() for _ in range(64)]
    assert len(set(drawn)) == 64
    assert max(drawn).bit_length() > 120  # missed with probability 2 ** -512
    assert all(0 <= seed <= LARGEST_SEED for seed in drawn)


def test_branches_are_all_different_and_the_same_every_time():
    made = deals(5, 0, 50, 3)
    numbers = [deal.seed for deal in made]
    numbers += [n for deal in made for n in (deal.chance, *deal.players)]
    assert len(set(numbers)) == 50 * 5
    assert made == [deal for i in range(50) for deal in deals(5, i, 1, 3)]
    assert made[7] == Deal.of(made[7].seed, 3)
    assert not set(numbers) & {n for deal in deals(6, 0, 50, 3) for n in deal.players}
    assert max(deal.seed for deal in made).bit_length() > 120


def test_sealed_seeds_differ_by_root_and_by_key():
    seen = {sealed(root, *key) for root in (0, 1, 1 << 127) for key in ((), (0,), (1,), (0, 1))}
    assert len(seen) == 12
    assert sealed(3, 4) == sealed(3, 4)


def unmixed(value):
    """The four numbers below 2**64 of which SplitMix64 makes a given seed of 62 bits."""
    for low in range(4):
        z = (value << 2 | low) & MASK
        z = z ^ z >> 31 ^ z >> 62
        z = z * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK
        z = z ^ z >> 27 ^ z >> 54
        z = z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK
        yield z ^ z >> 30 ^ z >> 60


def test_the_way_back_through_splitmix_is_known():
    """The spy below is no strawman: it does undo what is done inside a branch."""
    assert (0x1234 + (77 + 1) * 0x9E3779B97F4A7C15) & MASK in set(unmixed(nth(0x1234, 77)))


def likely_deals(given, lane, ply):
    """Seeds of chance that a spy may suspect: all that stood in its seed's place or beside it."""
    for key in (*range((lane + 1) * LANE - 4, (lane + 1) * LANE), (lane + 1) * LANE + ply):
        for z in unmixed(given):
            yield (z - (key + 1) * 0x9E3779B97F4A7C15) & MASK


class Spy(Player):
    """Looks for the deal behind its seeds; where one explains all it sees, it has found it.

    It plays a move at random, so that all that counts is what it claims to know.
    """

    text = "spy"

    def __init__(self, game):
        self.sound = RandomPlayer(game)
        self.found = self.asked = 0
        self.truth = set()

    def move(self, view, seat, seed):
        self.asked += 1
        self.found += not self.truth.isdisjoint(self.suspects(seed))
        return self.sound.move(view, seat, seed)

    def suspects(self, seed):
        for lane in (0, 1):
            for ply in range(12):
                yield from likely_deals(seed, lane, ply)


@pytest.mark.parametrize("name", ["kuhn", "cribbage"])
def test_a_spy_that_undoes_its_seeds_finds_no_deal(name):
    """It is told whether a guess is right, which no real one is, and still finds nothing."""
    game = make_game(name)
    spy = Spy(game)
    table = PairTable(game, [spy, RandomPlayer(game)])
    for deal in deals(fresh_seed(), 0, 1 if name == "cribbage" else 30, 2):
        spy.truth = {deal.chance, deal.players[1], *(half for half in halves(deal.seed))}
        table.play(deal, {})
    assert spy.asked > 5
    assert spy.found == 0


def test_a_spy_that_tries_a_million_roots_finds_none():
    """A root from the system is below 2**20 once in 2**108; the seeds of a greeting give it away
    to whoever guesses it."""
    greeting = nth(deals(fresh_seed(), 0, 1, 2)[0].players[0], LANE - 1)
    assert not any(found == greeting for found in greetings(GUESSES))
    small = nth(deals(777 % GUESSES, 0, 1, 2)[0].players[0], LANE - 1)
    assert any(found == small for found in greetings(GUESSES))  # a public seed is public


@kernel
def fill_first_pairs(seeds):
    root = np.zeros(2, np.uint64)
    for number in range(seeds.shape[1]):
        root[0] = np.uint64(number)
        fill_pairs(root, 0, seeds[:, number : number + 1])


def greetings(roots):
    """What a player is greeted with in the first pair below each of the smallest roots."""
    seeds = np.empty((2, roots), np.uint64)
    fill_first_pairs(seeds)
    for own in branches(seeds, 2)[1].tolist():
        yield nth(own, LANE - 1)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["kuhn", "cribbage"])
def test_what_a_player_is_given_is_independent_of_what_chance_does(name):
    """Over 3,000 deals no bit of the seeds leans with the first bits of the deal (5 sigma)."""
    game, number = make_game(name), 3000
    luck, given = [], []
    for deal in deals(fresh_seed(), 0, number, 2):
        table = Table(game, [RandomPlayer(game)] * 2, deal.seed, deal=deal)
        table.step()
        luck.append([table.moves[0] >> bit & 1 for bit in range(6)])
        first, second = deal.players
        seeds = (nth(first, LANE - 1), nth(first, LANE + 1), nth(second, LANE + 1))
        given.append([seed >> bit & 1 for seed in seeds for bit in range(62)])
    one, other = (np.array(bits, float) - np.mean(bits, 0) for bits in (luck, given))
    scale = np.outer(one.std(0), other.std(0)) + 1e-12
    together = np.abs(one.T @ other / number / scale)[one.std(0) > 0]
    assert together.max() < 5.0 / math.sqrt(number)  # one of 1,100 beyond 5 sigma: 0.06 %


def test_seeds_of_programs_hide_even_those_of_the_branch():
    assert len({public_seed(nth(7, n)) for n in range(500)}) == 500


def test_a_record_holds_all_bits_of_its_seed():
    game = make_game("kuhn")
    seed = joined_halves(5, 1 << 63)
    table = Table(game, [RandomPlayer(game)] * 2, seed)
    table.finish()
    record = table.record()
    again = type(record).from_json(record.to_json())
    assert again.seed == seed
    assert again.replay().end == table.position
    twin = Table(game, [RandomPlayer(game)] * 2, seed)
    twin.finish()
    assert twin.moves == table.moves


def test_chance_draws_from_its_own_branch_alone():
    game = make_game("kuhn")
    for number in range(20):
        deal = Deal.of(number, 2)
        other = deal._replace(players=(1, 2))
        tables = [Table(game, [RandomPlayer(game)] * 2, number, deal=d) for d in (deal, other)]
        for table in tables:
            table.step()
        assert tables[0].moves == tables[1].moves
