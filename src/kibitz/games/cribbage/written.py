"""Cribbage as people write it down, at the table or from memory.

`dealer:2` says who deals first, `deal:5h6d7c8s9hTc/??????` what each seat was dealt (and the
kitty behind it where three play), then come the throws from the dealer's left on, the starter
and the cards played. `5c(2)` says what a card pegged, or the starter: it is checked. `go` may be
said. When the hand is over and shown, a record of one seat tells the crib: the cards the
others threw, `crib:KdQs`, or its points, `crib:?(6)`; without it the score would be open.
"""

from collections.abc import Sequence

from kibitz.core.cards import card_text, parse_cards
from kibitz.core.game import OVER, Position, play, turn
from kibitz.core.scene import Moment
from kibitz.core.speech import listed
from kibitz.core.stream import Stream
from kibitz.core.writing import Result, Seen, Writing, parted
from kibitz.errors import BadNotation, BadRecord, IllegalMove
from kibitz.games.cribbage.dealt import CRIB, DEALS, GO, Dealt, TablePlay
from kibitz.games.cribbage.table.knowledge import size_of
from kibitz.games.cribbage.table.memory import card_played
from kibitz.games.cribbage.table.names import side_for
from kibitz.games.cribbage.table.pile import LIMIT, peg_points, pile_count
from kibitz.games.cribbage.table.rules import (
    CUT,
    DEAL,
    FIRST,
    HAND,
    HEELS,
    KEPT,
    PLAY,
    PLAYED,
    SCORE,
    THROW,
    THROWN,
    Cribbage,
    thrown_by_each,
)
from kibitz.games.cribbage.table.score import JACK
from kibitz.games.cribbage.table.text import set_of, set_text, sides_of

DEALER = "dealer:"


class CribbageWriting(Writing):
    """How cribbage is written down."""

    def event(self, before: Position, after: Position, move: int) -> str:
        if before.phase == FIRST:
            return f"{DEALER}{after.dealer + 1}"
        if before.phase == CUT:
            return card_text(int(after.starter))
        each = KEPT + int(thrown_by_each(before))
        hands = [_cards(int(after[HAND + seat]), each) for seat in range(after.players)]
        kitty = [_cards(int(after.kitty), 1)] if after.players == 3 else []
        return DEALS + "/".join(hands + kitty)

    def after_event(self, p: Position, text: str) -> Position | None:
        if p.phase == FIRST and text.startswith(DEALER):
            return play(p, _seat(text, p.players))
        if p.phase == DEAL and text.startswith(DEALS):
            dealt = Dealt.read(p, text.removeprefix(DEALS))
            if not dealt.is_whole:
                raise IllegalMove(f"'{text}' hides cards: say from whose seat the record is known")
            return dealt.position()
        return None

    def is_remark(self, p: Position, text: str) -> bool:
        if text == GO and p.phase in (PLAY, DEAL):
            return True
        return text.startswith(CRIB) and p.phase == DEAL and bool(p[PLAYED])

    def said(self, moment: Moment) -> str:
        """The points that the card or the starter pegged, where it did."""
        before, after = moment.before, moment.after
        if before.phase == CUT:
            return str(HEELS) if after.starter >> 2 == JACK else ""
        card = card_played(moment)
        return "" if card is None else str(pegged(before, card, _is_last(moment, card)) or "")

    def seen(self, steps: Sequence[Seen], seat: int) -> list[str]:
        found = []
        for step in steps:
            found.append(self.seen_step(step, seat))
            found += [GO] * _skipped(step)
            if step.before.phase == PLAY and _is_shown(step.after):
                found.append(CRIB + _others_crib(step.after, seat))
        return found

    def seen_step(self, step: Seen, seat: int) -> str:
        before, after = step.before, step.after
        if before.phase in (FIRST, DEAL):
            known = after
            if before.phase == DEAL:
                hidden = {f"hand{s}": 0 for s in range(4) if s != seat}
                known = after._replace(kitty=0, **hidden)
            return self.event(before, known, step.move)
        if before.phase == THROW and step.seat != seat:
            return "?" * int(thrown_by_each(before))
        text = self.game.move_text(before, step.move)
        said = self.said(Moment(step.seat, before, after))
        return f"{text}({said})" if said else text

    def completed(
        self, start: Position, texts: Sequence[str], seat: int, luck: Stream, result: Result = None
    ) -> list[str]:
        p, found, rest = start, list[str](), list(texts)
        while rest:
            if turn(p) == OVER:
                raise BadRecord(f"the game was over before '{rest[0]}'")
            size = _size_of_hand(rest) if p.phase == DEAL else 1
            some, rest = rest[:size], rest[size:]
            if p.phase == DEAL:
                some = self._hand(p, some, seat, luck, is_last=not rest)
            for text in some:
                found.append(text)
                p = self._after(p, text)
        return found

    def _hand(
        self, p: Cribbage, texts: list[str], seat: int, luck: Stream, is_last: bool
    ) -> list[str]:
        """One hand with all its cards."""
        if not texts[0].startswith(DEALS):
            raise BadRecord(f"'{texts[0]}' is not a deal; write {DEALS} and the cards")
        return TablePlay.read(p, texts, seat, self.game.seat_name).filled(luck, is_last)

    def _after(self, p: Position, text: str) -> Position:
        found = self.after_event(p, text)
        head = parted(text)[0]
        return play(p, self.game.parse_move(p, head)) if found is None else found

    def wanted(self, texts: Sequence[str], p: Position, seat: int | None) -> str:
        if p.phase == FIRST:
            names = [self.game.seat_name(s) for s in range(p.players)]
            return f"who deals first, {listed(names, 'or')}"
        if p.phase == DEAL:
            return self._deal_wanted(texts, p, seat)
        if p.phase == THROW:
            who = "you" if p.seat == seat else self.game.seat_name(p.seat)
            return f"what {who} threw, e.g. 5hQs"
        if p.phase == CUT:
            return "the starter"
        count = int(pile_count(p.pile))
        at = f"the count is {count}" if count else "a new count"
        return f"the next card, or go ({at})"

    def _deal_wanted(self, texts: Sequence[str], p: Position, seat: int | None) -> str:
        if seat is not None and _lacks_crib(texts):
            who = self.game.seat_name(1 - seat) if p.players == 2 else "the others"
            return f"what {who} threw to the crib, e.g. KdQs, or the crib's points, e.g. 6"
        each = KEPT + int(thrown_by_each(p))
        if seat is not None:
            return f"your {each} cards{self._standing(p, seat)}"
        kitty = ", / and the kitty" if p.players == 3 else ""
        return f"the {each} cards of each seat, with / between them{kitty}"

    def _standing(self, p: Cribbage, seat: int) -> str:
        """The score as one looks at it from a seat; nothing before the first hand."""
        scores = {side: int(p[SCORE + side]) for side in range(sides_of(p.players))}
        if not any(scores.values()):
            return ""
        return f" ({', '.join(f'{side_for(p, side, seat)} {n}' for side, n in scores.items())})"

    def entered(self, texts: Sequence[str], p: Position, seat: int | None, text: str) -> list[str]:
        word = text.strip().replace(" ", "")
        if p.phase == FIRST and word.isdecimal():
            if not 1 <= int(word) <= p.players:
                raise IllegalMove(f"'{word}' is not a seat from 1 to {p.players}")
            return [f"{DEALER}{word}"]
        if p.phase != DEAL or ":" in word:
            return [word]
        if seat is None:
            return [DEALS + word]
        if _lacks_crib(texts):
            return [f"{CRIB}?({word})" if word.isdecimal() else CRIB + word]
        return [DEALS + _own_deal(p, seat, word)]

    def unasked(self, texts: Sequence[str], p: Position, seat: int | None) -> str | None:
        if seat is not None and p.phase == THROW and p.seat != seat:
            return "?" * int(thrown_by_each(p))
        return None


def pegged(p: Cribbage, card: int, is_last: bool) -> int:
    """What a card pegs, with the point for a go or the last card."""
    pile = p.pile << 4 | (card >> 2) + 1
    count = int(pile_count(pile))
    return int(peg_points(pile, count)) + (1 if is_last and count != LIMIT else 0)


def _is_last(moment: Moment, card: int) -> bool:
    """Whether nobody could play on that card."""
    return moment.after.phase == DEAL or (moment.after.phase == PLAY and not moment.after.pile)


def _cards(cards: int, wanted: int) -> str:
    return set_text(cards) if cards else "?" * wanted


def _seat(text: str, players: int) -> int:
    number = text.partition(":")[2]
    if not number.isdecimal() or not 1 <= int(number) <= players:
        raise IllegalMove(f"'{text}' is not a seat from 1 to {players}")
    return int(number) - 1


def _skipped(step: Seen) -> int:
    """How many seats with cards said go before the next card on the same pile."""
    before, after = step.before, step.after
    if before.phase != PLAY or after.phase != PLAY or not after.pile:
        return 0
    between = (after.seat - step.seat - 1) % after.players
    seats = [(step.seat + k) % after.players for k in range(1, between + 1)]
    return sum(1 for seat in seats if after[HAND + seat])


def _is_shown(p: Cribbage) -> bool:
    """Whether all cards of a hand were played."""
    return all(size_of(p[PLAYED + seat]) == KEPT for seat in range(p.players))


def _others_crib(p: Cribbage, seat: int) -> str:
    """The cards of the crib that `seat` did not throw."""
    others = [int(p[THROWN + s]) for s in range(p.players) if s != seat]
    return set_text(sum(others) + int(p.kitty))


def _size_of_hand(texts: list[str]) -> int:
    """How many texts belong to the hand that begins with the first one."""
    later = (i for i, text in enumerate(texts) if i and text.startswith(DEALS))
    return next(later, len(texts))


def _lacks_crib(texts: Sequence[str]) -> bool:
    """Whether a hand was played and its crib not told."""
    return bool(texts) and not texts[-1].startswith((CRIB, DEALER))


def _own_deal(p: Cribbage, seat: int, cards: str) -> str:
    """A deal of which one hand was seen."""
    each = KEPT + int(thrown_by_each(p))
    try:
        own = set_text(set_of(parse_cards(cards)))
    except BadNotation as error:
        raise IllegalMove(str(error)) from None
    hands = [own if s == seat else "?" * each for s in range(p.players)]
    return "/".join([*hands, *(["?"] if p.players == 3 else [])])
