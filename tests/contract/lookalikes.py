"""Games that one seat cannot tell apart, made by hand and not by the rules' own `view`.

A history is a stretch of a game: a position and the moves played from there. Its lookalikes
are other histories in which everything that the seat never saw is another: the cards it
never saw change places, wherever they went, and a fleet stands elsewhere. What the seat saw
is known here from the game as people play it, so a view that shows too much is found out.
"""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz.core.cards import card_text
from kibitz.core.game import CHANCE, Game, Position, play, turn, view, world
from kibitz.core.seeds import stream
from kibitz.games.battleship.rules import FLEET, byte
from kibitz.games.bluff.layout import HAND as BLUFF_HAND
from kibitz.games.bluff.layout import NOBODY, RANKS
from kibitz.games.bluff.rules import BASE, CHALLENGE, NO_CARD
from kibitz.games.cribbage.table.rules import CUT, HAND, PLAY, SCORE, THROW
from kibitz.games.holdem.table.position import BOARD, ENDED, SHOWN
from tests.contract.walks import random_game

DECK = 52
TRIES = 200  # other deals in vain until there is no other
EARLY = 10  # decisions of the seat: later little is left to hide


class History(NamedTuple):
    """Where a stretch of a game began, and what was played in it, chance included."""

    start: Position
    moves: tuple[int, ...]

    def positions(self) -> list[Position]:
        """Every position on the way, the last one included."""
        found = [self.start]
        for move in self.moves:
            found.append(play(found[-1], move))
        return found

    def end(self) -> Position:
        """Where it leads."""
        return self.positions()[-1]


Reshuffle = Callable[[Game, History, int, random.Random], History | None]


def histories(game: Game, seat: int, count: int) -> Iterator[History]:
    """Stretches of random games that end where `seat` is to act and has something to fear."""
    found = 0
    for seed in range(100 * count):
        long = max(_stretches(game, seat, 3 * seed), key=lambda h: len(h.moves), default=None)
        if long is not None:
            yield long
            found += 1
            if found == count:
                return


def _stretches(game: Game, seat: int, seed: int) -> Iterator[History]:
    """From each deal of three random games to a decision of the seat before the next deal."""
    luck = random.Random(seed)
    for number in range(seed, seed + 3):
        walk = random_game(game, number)
        deals = [0, *(i + 1 for i, (p, _) in enumerate(walk) if _is_deal(game, p))]
        begun = luck.choice(deals[1:] or deals)
        until = min([i for i in deals if i > begun], default=len(walk)) - 1
        asked = [i for i in range(begun, until) if turn(walk[i][0]) == seat]
        if asked:
            end = luck.choice(asked[:EARLY])
            moves = tuple(move for _, move in walk[begun:end] if move is not None)
            yield History(_plain(walk[begun][0]), moves)


def _plain(p: Position) -> Position:
    """The position in Python's own numbers, whoever made it."""
    return type(p)(*map(int, p))


def _is_deal(game: Game, p: Position) -> bool:
    """Whether chance deals cards there that it does not list."""
    return turn(p) == CHANCE and not game.legal_moves(p)


def lookalikes(game: Game, history: History, seat: int, count: int) -> list[History]:
    """Up to so many other histories that look the same to `seat`, all of them different."""
    luck, found, vain = random.Random(count), {history: None}, 0
    while len(found) <= count and vain < TRIES:
        other = RESHUFFLES[game.name](game, history, seat, luck)
        vain = 0 if other is not None and other not in found else vain + 1
        if other is not None:
            found[other] = None
    return list(found)[1:]


def swap_small_cards(
    game: Game, history: History, seat: int, luck: random.Random
) -> History | None:
    """Kuhn and Leduc: the other seat was dealt another card."""
    played = list(history.moves)
    played[1 - seat] = luck.choice((1, 2, 3))
    p = history.start
    for move in played:
        if move not in game.legal_moves(p):
            return None
        p = play(p, move)
    return History(history.start, tuple(played))


def reshuffle_holdem(game: Game, history: History, seat: int, luck: random.Random) -> History:
    """All hole cards but the seat's own, and the board that has not come."""
    street, chips, holes, board, *betting = game.position_text(history.start).split()
    hands, run = holes.split(","), [board[2 * i : 2 * i + 2] for i in range(BOARD)]
    shown = max(SHOWN[p.stage] for p in history.positions() if p.stage != ENDED)
    seen = {hands[seat][:2], hands[seat][2:], *run[:shown]}
    unseen = [card_text(card) for card in range(DECK) if card_text(card) not in seen]
    luck.shuffle(unseen)
    hands = [hand if s == seat else unseen.pop() + unseen.pop() for s, hand in enumerate(hands)]
    run[shown:] = [unseen.pop() for _ in run[shown:]]
    text = " ".join([street, chips, ",".join(hands), "".join(run), *betting])
    return History(_plain(game.parse_position(text)), history.moves)


def reshuffle_cribbage(
    game: Game, history: History, seat: int, luck: random.Random
) -> History | None:
    """All cards but the seat's own, the starter and those that were played."""
    walk = history.positions()
    seen = int(history.start[HAND + seat])
    for p, move in zip(walk, history.moves, strict=False):
        seen |= 1 << move if p.phase in (CUT, PLAY) else 0
    unseen = [card for card in range(DECK) if not seen >> card & 1]
    new = dict(zip(unseen, luck.sample(unseen, len(unseen)), strict=True))

    def changed(cards: int) -> int:
        return sum(1 << new.get(card, card) for card in range(DECK) if int(cards) >> card & 1)

    fields = ("hand0", "hand1", "hand2", "hand3", "kitty")
    start = history.start._replace(**{f: changed(getattr(history.start, f)) for f in fields})
    twin, played = start, []
    for p, move, after in zip(walk, history.moves, walk[1:], strict=False):
        played.append(changed(move) if p.phase == THROW else move)
        if played[-1] not in game.legal_moves(twin):
            return None
        twin = play(twin, played[-1])
        if _counted(twin) != _counted(after):  # somebody could have played who said go
            return None
    return History(start, tuple(played))


def _counted(p: Position) -> tuple[int, ...]:
    """What everybody at a cribbage board hears and sees pegged."""
    return int(turn(p)), p.pile, *p[SCORE : SCORE + 3]


def reshuffle_bluff(game: Game, history: History, seat: int, luck: random.Random) -> History:
    """Cards get numbers of their own, and those that the seat never saw get other ranks."""
    pack = _Pack(game, history, seat)
    pack.follow(luck)
    unseen = [card for card in range(len(pack.ranks)) if card not in pack.seen]
    ranks = list(pack.ranks)
    for card, other in zip(unseen, luck.sample(unseen, len(unseen)), strict=True):
        ranks[card] = pack.ranks[other]
    hands = {
        f"hand{s}": sum(1 << 4 * ranks[card] for card in cards)
        for s, cards in enumerate(pack.dealt)
    }
    moves = (
        move if cards is None else pack.written([ranks[card] for card in cards], move)
        for move, cards in zip(history.moves, pack.laid, strict=True)
    )
    return History(history.start._replace(**hands), tuple(moves))


class _Pack:
    """Where every single card of a game of bluff went, and which of them a seat saw."""

    def __init__(self, game: Game, history: History, seat: int) -> None:
        self.game, self.history, self.seat = game, history, seat
        self.ranks: list[int] = []
        self.dealt: list[list[int]] = []
        for other in range(game.seats):
            hand = int(history.start[BLUFF_HAND + other])
            held = [rank for rank in range(RANKS) for _ in range(hand >> 4 * rank & 15)]
            self.dealt.append(list(range(len(self.ranks), len(self.ranks) + len(held))))
            self.ranks += held
        self.seen = set(self.dealt[seat])
        self.laid: list[list[int] | None] = []  # by each play, None where it was no play

    def follow(self, luck: random.Random) -> None:
        """Walk through the game; equal cards are equally likely to be the one played."""
        hands, pile, last = [set(hand) for hand in self.dealt], set[int](), list[int]()
        for p, move in zip(self.history.positions(), self.history.moves, strict=False):
            if p.asked == NOBODY:
                last = self._chosen(hands[p.actor], self._read(move), luck)
                hands[p.actor] -= set(last)
                pile |= set(last)
            elif move == CHALLENGE:
                self.seen |= set(last)
                is_lie = any(self.ranks[card] != p.rank for card in last)
                taker = p.actor if is_lie else p.asked
                hands[taker] |= pile
                self.seen |= pile if taker == self.seat else set()
                pile = set()
            self.laid.append(list(last) if p.asked == NOBODY else None)

    def _read(self, move: int) -> list[int]:
        if self.history.start.packs:
            return [move // BASE]
        digits = [move // BASE**place % BASE for place in range(4)]
        return [digit for digit in digits if digit != NO_CARD]

    def written(self, ranks: list[int], move: int) -> int:
        if self.history.start.packs:
            return ranks[0] * BASE + move % BASE
        digits = [*sorted(ranks), *[NO_CARD] * (4 - len(ranks))]
        return sum(digit * BASE**place for place, digit in enumerate(reversed(digits)))

    def _chosen(self, hand: set[int], ranks: list[int], luck: random.Random) -> list[int]:
        cards: list[int] = []
        for rank in ranks:
            held = sorted(c for c in hand if self.ranks[c] == rank and c not in cards)
            cards.append(luck.choice(held))
        return cards


def move_fleet(game: Game, history: History, seat: int, luck: random.Random) -> History | None:
    """Battleship: the enemy placed another fleet, and answered every shot the same."""
    last = history.end()
    known = view(last, seat)
    there = world(known, seat, stream(luck.getrandbits(60)))[FLEET + 1 - seat]
    codes = iter([int(byte(there, ship)) - 1 for ship in range(8)])
    played: list[int] = []
    for p, move in zip(history.positions(), history.moves, strict=False):
        is_his = turn(p) == 1 - seat and len(played) < 2 * len(game.ships)  # type: ignore[attr-defined]
        played.append(next(codes) if is_his else move)
    other = History(history.start, tuple(played))
    return other if other.end()[FLEET + 2 :] == last[FLEET + 2 :] else None


RESHUFFLES: dict[str, Reshuffle] = {
    "battleship": move_fleet,
    "bluff": reshuffle_bluff,
    "cribbage": reshuffle_cribbage,
    "holdem": reshuffle_holdem,
    "kuhn": swap_small_cards,
    "leduc": swap_small_cards,
}
