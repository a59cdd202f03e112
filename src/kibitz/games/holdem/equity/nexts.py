"""The equities after each card that can come next, on a flop or a turn."""

from collections.abc import Sequence

from kibitz.core.cards import CARDS, card_text
from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.equity.equity import (
    BUDGET,
    EquityTable,
    TableEquity,
    checked_table,
    holdem_equity,
)

SAMPLES = 100_000  # for each card, where all of them together are too many to count


def runout_table(
    hands: Sequence[str | Range],
    board: str,
    dead: str = "",
    opponents: int = 0,
    samples: int | None = None,
    seed: int | None = None,
    threads: int = 1,
) -> dict[str, TableEquity]:
    """The equities after each next card; one hand alone meets a random one."""
    others = opponents or int(len(hands) == 1)
    table = checked_table(hands, board, dead, others)
    if table.falling not in (1, 2):
        raise BadValue(f"the next card needs a board of 3 or 4 cards, not {len(table.board)}")
    cards = _next_cards(table)

    def after(card: int, samples: int | None) -> TableEquity:
        then, budget = f"{board} {card_text(card)}", BUDGET / len(cards)
        return holdem_equity(
            hands, then, dead, others, samples, seed, budget=budget, threads=threads
        )

    if samples is None and not after(cards[0], None).is_exact:
        samples = SAMPLES
    return {card_text(card): after(card, samples) for card in cards}


def _next_cards(table: EquityTable) -> list[int]:
    """The cards that nobody is known to hold and that leave every range a hand."""
    singles = [hand.combos[0] for hand in table.ranges if len(hand.combos) == 1]
    known = {*table.board, *table.dead, *(int(card) for c in singles for card in COMBO_CARDS[c])}
    cards = [card for card in range(CARDS) if card not in known]
    return [
        card for card in cards if all(hand.without([card]).combos.size for hand in table.ranges)
    ]
