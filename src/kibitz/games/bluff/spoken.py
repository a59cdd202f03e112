"""Bluff in words: claims, moves, what is wanted, and what a listener hears."""

from kibitz.core.cards import rank_name
from kibitz.core.game import CHANCE, turn
from kibitz.core.scene import Moment
from kibitz.core.speech import YOU, clause, listed, sentences
from kibitz.games.bluff.layout import (
    BITS,
    FEWEST,
    HAND,
    HIDDEN,
    KNOWN,
    NOBODY,
    OWN,
    PILED,
    SEATS,
    SIZE,
    Bluff,
)
from kibitz.games.bluff.notation import LETTERS, cards_text, counts
from kibitz.games.bluff.rules import BASE, CHALLENGE, MOST_PLAYED, NO_CARD, PASS, play_of


def seat_for(seat: int, listener: int | None) -> str:
    """A seat: `you` to itself, else `player 2`."""
    return YOU if seat == listener else f"player {seat + 1}"


def count_said(count: int) -> str:
    """`no cards`, `1 card`, `12 cards`."""
    return f"{count or 'no'} {'card' if count == 1 else 'cards'}"


def ranks_said(count: int, rank: int) -> str:
    """What is claimed: `2 queens`, `1 six`."""
    return f"{count} {rank_name(rank, count)}"


def cards_said(cards: int) -> str:
    """Cards by rank for the ear: `2 queens and 1 king`."""
    held = [(rank, count) for rank, count in enumerate(counts(cards)) if count]
    return listed(ranks_said(count, rank) for rank, count in held) or "no cards"


def letters_said(cards: int) -> str:
    """Cards as they are printed: `Q Q 10`."""
    return " ".join(cards_text(cards)).replace("T", "10")


def pile_size(p: Bluff) -> int:
    """How many cards lie on the pile."""
    return sum(int(p[PILED + seat]) for seat in range(p.players))


def claim_said(p: Bluff, listener: int | None) -> str:
    """The claim on the table, or what the next one has to be."""
    if p.asked != NOBODY:
        claimed = ranks_said(int(p.claimed), int(p.rank))
        return clause(seat_for(p.actor, listener), "claim", claimed)
    return "any rank may be claimed" if p.packs else f"{rank_name(p.rank, 2)} are due"


def move_said(p: Bluff, move: int) -> str:
    """A move in words; a play names its cards and what they pass for."""
    if turn(p) == CHANCE:
        return "deal"
    if p.asked != NOBODY:
        return "challenge" if move == CHALLENGE else "let it stand"
    if p.packs:
        card, rank = move // BASE, move % BASE
        return f"play {_letter(card)} as {ranks_said(1, rank)}"
    return play_said(play_letters(move), int(p.rank))


def play_letters(move: int) -> str:
    """The cards of a play under the standard rules, as they are written."""
    digits = [move // BASE**place % BASE for place in range(MOST_PLAYED - 1, -1, -1)]
    return "".join(LETTERS[rank] for rank in digits if rank != NO_CARD)


def play_said(letters: str, rank: int) -> str:
    """A play in words: its cards, and what they pass for."""
    return f"play {' '.join(letters).replace('T', '10')} as {ranks_said(len(letters), rank)}"


def _letter(rank: int) -> str:
    return LETTERS[rank].replace("T", "10")


def prompt(p: Bluff) -> str:
    """What the seat to act is asked for."""
    if p.asked != NOBODY:
        return f"challenge or let it stand: {claim_said(p, None)}"
    if p.packs:
        return "play a card and claim a rank"
    return f"play 1 to 4 cards as {rank_name(p.rank, 2)}"


def told(moment: Moment, listener: int) -> str:
    """What a listener hears of a move, by what he saw before and after."""
    before, after = moment.before, moment.after
    if moment.seat == CHANCE:
        hand = letters_said(int(after[HAND + listener]))
        first = clause(seat_for(after.actor, listener), "play", "first")
        return sentences([f"the cards are dealt, you hold {hand}", first])
    who = seat_for(moment.seat, listener)
    if before.asked == NOBODY:
        return "" if who == YOU else sentences([claim_said(after, listener)])
    if pile_size(after):
        said = "" if who == YOU else clause(who, "let", "it stand")
        return sentences([said, result(after, listener)])
    return sentences(
        [clause(who, "challenge"), *_challenged(moment, listener), result(after, listener)]
    )


def seen_move(moment: Moment) -> int | None:
    """The move of a moment as far as it was seen: an answer, or a play of one's own."""
    before, after = moment.before, moment.after
    if moment.seat == CHANCE or (before.asked == NOBODY and after.played == HIDDEN):
        return None
    if before.asked != NOBODY:
        return PASS if pile_size(after) else CHALLENGE
    if after.packs:
        return counts(int(after.played)).index(1) * BASE + int(after.rank)
    return int(play_of(int(after.played)))


def _challenged(moment: Moment, listener: int) -> list[str]:
    """What was turned over, and who takes the pile."""
    before, after = moment.before, moment.after
    seats = range(before.players)
    taker = next(s for s in seats if after[SIZE + s] > before[SIZE + s])
    is_lie = taker == before.actor
    shown = letters_said(turned_over(before, after, taker, listener))
    pile = f"the pile of {count_said(pile_size(before))}"
    verdict = f"it was {'a lie' if is_lie else 'the truth'}: {shown}"
    return [verdict, clause(seat_for(taker, listener), "take", pile)]


def turned_over(before: Bluff, after: Bluff, taker: int, listener: int) -> int:
    """The play that a challenge showed: who told the truth showed the rank alone.

    The liar knows his cards; everybody else remembers what came into the liar's hand, of
    which some were the listener's own.
    """
    if taker != before.actor:
        return int(before.claimed) << BITS * int(before.rank)
    if before.played != HIDDEN:
        return int(before.played)
    slot = KNOWN + SEATS * listener + taker
    return int(after[slot]) - int(before[slot]) - int(before[OWN + listener])


def result(after: Bluff, listener: int | None) -> str:
    """Who has won, empty while it goes on."""
    if after.winner == NOBODY:
        return ""
    seats = range(after.players)
    fewest = min(int(after[SIZE + seat]) for seat in seats)
    winners = [seat_for(s, listener) for s in seats if after[SIZE + s] == fewest]
    won = f"{listed(winners)} win" if len(winners) > 1 else clause(winners[0], "win")
    over = "the turns are over: " if after.winner == FEWEST else ""
    return f"{over}{won} with {count_said(fewest)}"


def known_of(p: Bluff, viewer: int, holder: int) -> int:
    """The cards that a viewer knows another to hold."""
    known = int(p[KNOWN + SEATS * viewer + holder])
    return 0 if known == HIDDEN else known


def summary(p: Bluff, seat: int) -> str:
    """Everything that the drawing shows, in sentences."""
    if turn(p) == CHANCE:
        return "The cards are not dealt yet."
    said = [f"you hold {cards_said(int(p[HAND + seat]))}"]
    said += [_held(p, seat, other) for other in range(p.players) if other != seat]
    said.append(f"the pile has {count_said(pile_size(p))}")
    said.append("" if result(p, seat) else claim_said(p, seat))
    acts = f"you are to {prompt(p)}" if turn(p) == seat else ""
    return sentences([*said, result(p, seat), acts])


def _held(p: Bluff, seat: int, other: int) -> str:
    held = clause(seat_for(other, seat), "have", count_said(int(p[SIZE + other])))
    known = known_of(p, seat, other)
    return f"{held}, surely {cards_said(known)}" if known else held
