"""Bluff as people write it down: `deal:AA2.../?13/?13/?13`, plays, answers, what was turned over.

A play that one did not see is `?2` for two cards face down (`?:Q` where any rank may be
claimed). `challenge(QK)` tells the cards that were turned over; a seat that takes the pile
sees all of it and writes that, too: `challenge(QK, took A2QK)`. From this cards are drawn for
the others that go with everything that was shown.
"""

from collections.abc import Sequence

from kibitz.core.game import CHANCE, Position, play, turn
from kibitz.core.scene import Moment
from kibitz.core.stream import Stream
from kibitz.core.writing import Result, Seen, Writing
from kibitz.errors import IllegalMove
from kibitz.games.bluff.layout import HAND, HIDDEN, NOBODY, OWN, SIZE, Bluff
from kibitz.games.bluff.notation import LETTERS, cards_text, counts
from kibitz.games.bluff.untold import DEALS, TOOK, Untold, copies_of, read_hands


class BluffWriting(Writing):
    """How bluff is written down."""

    def event(self, before: Position, after: Position, move: int) -> str:
        hands = [
            f"?{after[SIZE + s]}" if after[HAND + s] == HIDDEN else cards_text(int(after[HAND + s]))
            for s in range(after.players)
        ]
        return DEALS + "/".join(hands)

    def after_event(self, p: Position, text: str) -> Position | None:
        if not text.startswith(DEALS) or text.removeprefix(DEALS).isdecimal():
            return None
        hands = read_hands(p, text)
        after = list(play(p, 0))
        for seat, hand in enumerate(hands):
            if hand is None:
                raise IllegalMove(f"'{text}' hides cards: say from whose seat it is known")
            if sum(counts(hand)) != after[SIZE + seat]:
                raise IllegalMove(f"'{text}' does not deal {after[SIZE + seat]} cards to each")
            after[HAND + seat] = hand
        total = [sum(ranks) for ranks in zip(*(counts(hand or 0) for hand in hands), strict=True)]
        if any(count != copies_of(p) for count in total):
            raise IllegalMove(f"'{text}' is not {copies_of(p)} cards of each rank")
        return Bluff(*after)

    def said(self, moment: Moment) -> str:
        """The cards that a challenge turned over."""
        before, after = moment.before, moment.after
        is_challenge = before.asked != NOBODY and not any(after[OWN + s] for s in range(6))
        if moment.seat == CHANCE or not is_challenge or before.played == HIDDEN:
            return ""
        return cards_text(int(before.played))

    def seen_step(self, step: Seen, seat: int) -> str:
        before, after = step.before, step.after
        if step.seat == CHANCE:
            hidden = {f"hand{s}": HIDDEN for s in range(after.players) if s != seat}
            return self.event(before, after._replace(**hidden), step.move)
        text = self.game.move_text(before, step.move)
        if before.asked == NOBODY:
            if step.seat == seat:
                return text
            return f"?{text[1:]}" if before.packs else f"?{len(text)}"
        said = self.said(Moment(step.seat, before, after)) if text == "challenge" else ""
        if said and after[SIZE + seat] > before[SIZE + seat]:
            pile = sum(int(before[OWN + s]) for s in range(before.players))
            said += f", {TOOK} {cards_text(pile)}"
        return f"{text}({said})" if said else text

    def completed(
        self, start: Position, texts: Sequence[str], seat: int, luck: Stream, result: Result = None
    ) -> list[str]:
        if not texts or turn(start) != CHANCE:
            return list(texts)
        return Untold(start, texts, seat).filled(luck)

    def wanted(self, texts: Sequence[str], p: Position, seat: int | None) -> str:
        if turn(p) == CHANCE:
            if seat is None:
                return "the cards of each seat by rank, with / between them"
            return "your cards by rank, e.g. AA2459TTJQKKK"
        if p.asked != NOBODY:
            who = "you" if p.asked == seat else self.game.seat_name(p.asked)
            shown = (
                "challenge QK tells what was turned over; add 'took A2QK' where you take the pile"
            )
            return f"what {who} said: pass, or challenge ({shown})"
        rank = "any rank" if p.packs else LETTERS[p.rank]
        if p.actor == seat:
            return f"what you played as {rank}"
        down = "?:Q" if p.packs else "2"
        return f"how many cards {self.game.seat_name(p.actor)} played as {rank}, e.g. {down}"

    def entered(self, texts: Sequence[str], p: Position, seat: int | None, text: str) -> list[str]:
        word = text.strip()
        if turn(p) == CHANCE:
            if seat is None or "/" in word or ":" in word:
                return [word if word.startswith(DEALS) else DEALS + word]
            sizes = play(p, 0)
            own = word.upper().replace(" ", "")
            hands = [own if s == seat else f"?{sizes[SIZE + s]}" for s in range(p.players)]
            return [DEALS + "/".join(hands)]
        if p.asked == NOBODY:
            is_count = seat not in (None, p.actor) and word.isdecimal() and not p.packs
            return [f"?{word}" if is_count else word.upper()]
        head, _, said = word.partition(" ")
        if said and "(" not in word:
            return [f"{head}({said.strip()})"]
        return [word]
