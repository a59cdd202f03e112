"""Bots that search for the deal behind their seeds gain nothing, in Kuhn poker and cribbage.

Each bot undoes the mixing of its own seed and believes a deal that explains the cards it sees.
At a table of seeds that can be undone (one seed for chance and for everybody's choices) the
very same bots know every card and win, so they are no strawmen.
"""

import math
from abc import ABC, abstractmethod

import numpy as np
import pytest

from kibitz.arena.deal import LANE, Deal, deals
from kibitz.arena.pair import PairTable
from kibitz.arena.table import Table
from kibitz.core.game import CHANCE, play, sample, turn
from kibitz.core.registry import make_game
from kibitz.core.seeds import fresh_seed, nth
from kibitz.core.stream import reseed
from kibitz.games.cribbage.table.rules import CUT, HAND
from kibitz.games.cribbage.table.score import set_points
from kibitz.games.kuhn.rules import BET, PASS
from kibitz.players.player import Player
from kibitz.players.roster import make_player
from tests.arena.test_secrets import MASK, unmixed

PAIRS, HANDS = 600, 60
STEP = 0x9E3779B97F4A7C15


def open_deals(root, count):
    """Deals of one short seed each, as if nobody had thought of spies."""
    for number in range(count):
        seed = nth(root, number)
        yield Deal(seed, seed, (seed, seed))


class Searcher(Player, ABC):
    """Plays well by itself, and better where it believes to know the deal."""

    text = "searcher"

    def __init__(self, game):
        self.game, self.base = game, make_player("expert", game)
        self.stream, self.out = np.empty(4, np.uint64), game.scratch()
        self.found = self.asked = 0

    @abstractmethod
    def ply(self, v):
        """How many moves there were before this one."""

    @abstractmethod
    def explains(self, dealt, v, seat):
        """Whether the seat can have been dealt its cards so."""

    @abstractmethod
    def knowing(self, dealt, v, seat, suspect):
        """What to play if that was the deal."""

    def suspects(self, seed, ply):
        """Seeds of chance, if all seeds came from one: those that give this seed at this ply."""
        for lane in (1, 2):
            for z in unmixed(seed):
                suspect = (z - (lane * LANE + ply + 1) * STEP) & MASK
                if suspect < 1 << 62:
                    yield suspect

    def chances(self, p, suspect, number):
        """The position after chance has drawn from the suspect as long as it is its turn."""
        while turn(p) == CHANCE:
            reseed(self.stream, nth(suspect, number))
            p = play(p, sample(p, self.out, self.stream))
            number += 1
        return p

    def move(self, view, seat, seed):
        self.asked += 1
        for suspect in self.suspects(seed, self.ply(view)):
            dealt = self.chances(self.game.start(), suspect, 0)
            if self.explains(dealt, view, seat):
                self.found += 1
                return self.knowing(dealt, view, seat, suspect)
        return self.base.move(view, seat, seed)


class KuhnSearcher(Searcher):
    """Bets and calls with the better card, and with no other."""

    def ply(self, v):
        return 2 + int(v.history).bit_length() - 1

    def explains(self, dealt, v, seat):
        return dealt[seat] == v[seat]

    def knowing(self, dealt, v, seat, suspect):
        return BET if dealt[seat] > dealt[1 - seat] else PASS


class CribbageSearcher(Searcher):
    """Keeps what counts most with the starter that will be cut."""

    def ply(self, v):
        return 2 + (v.seat == v.dealer)

    def explains(self, dealt, v, seat):
        return v.deals == 1 and dealt[HAND + seat] == v[HAND + seat]

    def knowing(self, dealt, v, seat, suspect):
        starter = self.starter(dealt, suspect)
        hand = int(v[HAND + seat])
        return max(self.game.legal_moves(v), key=lambda m: set_points(hand ^ m, starter, 0))

    def starter(self, dealt, suspect):
        """The third event of chance; it does not matter who throws what."""
        while turn(dealt) != CHANCE:
            dealt = play(dealt, self.game.legal_moves(dealt)[0])
        return int(self.chances(dealt, suspect, 2).starter)


def kuhn_gain(dealt):
    """What the searcher wins from the expert per pair, in chips, and its standard error."""
    game = make_game("kuhn")
    searcher = KuhnSearcher(game)
    table = PairTable(game, [searcher, make_player("expert", game)])
    won = [sum(r.payoffs[0] for r in table.play(deal, {})[0]) for deal in dealt]
    return np.mean(won), np.std(won) / math.sqrt(len(won)), searcher


def test_a_searcher_of_kuhn_poker_wins_no_more_than_the_equilibrium_gives():
    """The expert plays an equilibrium, which gives nobody more than nothing in a pair (4 sigma)."""
    gain, error, searcher = kuhn_gain(deals(fresh_seed(), 0, PAIRS, 2))
    assert searcher.asked >= PAIRS
    assert gain < 4 * error
    gain, error, searcher = kuhn_gain(open_deals(7, PAIRS))
    assert searcher.found == searcher.asked
    assert gain > 4 * error


def kept_points(dealt):
    """What the searcher's first hands count with their starter, what an expert's would, and who."""
    game = make_game("cribbage")
    searcher, expert = CribbageSearcher(game), make_player("expert", game)
    ours: list[int] = []
    theirs: list[int] = []
    for deal in dealt:
        for player, points in ((searcher, ours), (expert, theirs)):
            table = Table(game, [player, expert], deal.seed, deal=deal)
            while table.position.phase <= CUT:
                table.step()
            hand = table.position.hand0
            points.append(int(set_points(hand, table.position.starter, 0)))
    return ours, theirs, searcher


@pytest.mark.compiled
def test_a_searcher_of_cribbage_throws_what_the_expert_throws():
    ours, theirs, searcher = kept_points(deals(fresh_seed(), 0, HANDS, 2))
    assert (searcher.asked, searcher.found) == (HANDS, 0)
    assert ours == theirs
    ours, theirs, searcher = kept_points(open_deals(7, HANDS))
    assert searcher.found == HANDS
    gains = np.subtract(ours, theirs)
    assert gains.mean() > 4 * gains.std() / math.sqrt(HANDS)
