"""Whether the tables of three and four come true: fresh hands and games of experts.

Chances to win by scores before a deal, the dealer's first, then leftward; what the crib and
the pegging of a throw were said to be worth, and what came. `KIBITZ_REPEATS` sets the games
from each row of scores (100 as usual; hands are twenty times as many), `KIBITZ_SEED` other deals.
Values of plays go on by a rule of thumb: `going_on` says how far off they are where experts go
on in the same worlds.
"""

import math
import os
from typing import Any

import numpy as np

REPEATS = int(os.environ.get("KIBITZ_REPEATS", "100"))
SEED = int(os.environ.get("KIBITZ_SEED", "31339"))
SCORES = {
    3: ((0, 0, 0), (60, 75, 68), (90, 100, 95), (112, 105, 110), (116, 116, 116), (120, 118, 119)),
    4: ((0, 0), (60, 75), (90, 100), (110, 105), (105, 112), (116, 116), (120, 118)),
}


def main() -> None:
    """Print what was said and what came."""
    for players, rows in SCORES.items():
        hands(players, 20 * REPEATS, SEED)
        going_on(players, max(10, REPEATS // 4), SEED)
        for scores in rows:
            print(came(players, scores, REPEATS, SEED), flush=True)


def came(players: int, scores: tuple[int, ...], games: int, seed: int) -> str:
    """Games of experts from these scores: how often each side won, and was said to."""
    from kibitz.core.seeds import generator
    from kibitz.games.cribbage.many.ladder import STYLES, played_games
    from kibitz.games.cribbage.many.winning import many_chances
    from kibitz.games.cribbage.table.rules import DEAL, NONE, TARGET, Cribbage

    three = (*scores, 0)[:3]
    start = Cribbage(DEAL, players, 0, 0, 0, NONE, 0, 0, 0, 0, *three, *[0] * 12)
    seeds = generator(seed, players, *scores).integers(0, 1 << 62, games)
    ends = played_games(start, [STYLES[players]["expert"]] * players, seeds, seed)
    parts = []
    for side, chance in enumerate(many_chances(list(scores))):
        won = float((ends[:, side] == TARGET).mean())
        error = math.sqrt(chance * (1 - chance) / games)
        off = (won - chance) / error
        parts.append(f"{chance:.3f} said, {won:.3f} ± {error:.3f} came ({off:+.1f})")
    return f"{players} at {'-'.join(map(str, scores))}: " + "; ".join(parts)


def hands(players: int, count: int, seed: int) -> None:
    """Print by role what was said of crib and pegging of the chosen throw, and what came."""
    from kibitz.games.cribbage.many.ladder import STYLES
    from kibitz.games.cribbage.many.lore import many_lore
    from kibitz.games.cribbage.many.outcomes import played
    from kibitz.games.cribbage.throwing.endgame import keep_of

    lore = many_lore(players)
    style = STYLES[players]["expert"]._replace(aware=0, worlds=64)
    found = played(players, count, style, lore, seed)
    for role in range(players):
        said = lore.pegging[role][[int(keep_of(int(kept))) for kept in found.kept[:, role]]]
        net = found.net[:, role]
        slope, cov = np.polyfit(said, net, 1, cov=True)
        error = float(net.std()) / math.sqrt(count)
        print(
            f"{players} players, role {role}: pegging said {said.mean():+.3f}, came "
            f"{net.mean():+.3f} ± {error:.3f}; slope {slope[0]:.2f} ± {math.sqrt(cov[0, 0]):.2f}",
            flush=True,
        )


def going_on(players: int, positions: int, seed: int, worlds: int = 48) -> None:
    """Print how far values and losses of plays move where experts go on instead of the rule."""
    values, losses = [], []
    for v, seat, cards in asked(players, positions, seed):
        differences = [moved_by(v, seat, cards, seed, number) for number in range(worlds)]
        found = np.array(differences)
        luck = found.var(axis=0, ddof=1) / worlds
        values.extend(found.mean(axis=0) ** 2 - luck)
        less = found[:, 1:] - found[:, :1]
        losses.extend(less.mean(axis=0) ** 2 - less.var(axis=0, ddof=1) / worlds)
    off = [math.sqrt(max(0.0, float(np.mean(squares)))) for squares in (values, losses)]
    print(
        f"{players} players: where experts go on, {len(values)} values of plays move by "
        f"{off[0]:.2f} points, {len(losses)} losses by {off[1]:.2f} (luck taken out)",
        flush=True,
    )


def asked(players: int, count: int, seed: int) -> list[tuple[Any, int, list[int]]]:
    """Views of seats that choose between cards in games of experts, and a card of each rank."""
    from kibitz.core.game import play, view
    from kibitz.core.seeds import generator, stream
    from kibitz.games.cribbage.table.rules import PLAY

    p, luck, rng = start_of(players), stream(seed, players, 2), generator(seed, players, 3)
    found: list[tuple[Any, int, list[int]]] = []
    while len(found) < count:
        if p.phase == PLAY and rng.random() < 0.3:
            cards = {move >> 2: move for move in game_of(players).legal_moves(p)}
            if len(cards) > 1:
                found.append((view(p, p.seat), p.seat, list(cards.values())))
        p = play(p, move_of(p, luck))
        if p.score0 + p.score1 + p.score2 > 150:
            p = start_of(players)
    return found


def moved_by(v: Any, seat: int, cards: list[int], seed: int, number: int) -> list[float]:
    """What each card pegs more in one world where experts go on than by the rule."""
    from kibitz.core.game import play
    from kibitz.core.seeds import stream
    from kibitz.games.cribbage.many.careful import careful_end, pegged
    from kibitz.games.cribbage.many.lore import many_lore
    from kibitz.games.cribbage.many.seats import share_of
    from kibitz.games.cribbage.many.weighing import TO_THE_END
    from kibitz.games.cribbage.many.worlds import model_world
    from kibitz.games.cribbage.table.rules import PLAY, side_of

    luck, deck = stream(seed, 4, number), np.empty(52, np.int64)
    full = model_world(v, seat, many_lore(v.players).choices, deck, luck)
    found = []
    for card in cards:
        p = play(full, card)
        more = -careful_end(p, TO_THE_END, seat)[1]
        while p.phase == PLAY:
            move = move_of(p, luck)
            after = play(p, move)
            more += share_of(p, side_of(p, p.seat), seat) * pegged(p, after, move)
            p = after
        found.append(float(more))
    return found


def game_of(players: int) -> Any:
    """Cribbage for so many."""
    from kibitz.core.registry import make_game

    return make_game(f"cribbage(players={players})")


def start_of(players: int) -> Any:
    """A game in which seat 0 is to deal."""
    from kibitz.core.game import play

    return play(game_of(players).start(), 0)


def move_of(p: Any, luck: Any) -> int:
    """What an expert of a few worlds plays for points, or what chance draws."""
    from kibitz.games.cribbage.many.lore import many_lore, plain_lore
    from kibitz.games.cribbage.many.selfplay import next_move
    from kibitz.games.cribbage.many.tables import STRONG

    styles = np.array([STRONG._replace(worlds=16)] * p.players, np.int64)
    return int(next_move(p, styles, many_lore(p.players), plain_lore(p.players), luck, luck))


if __name__ == "__main__":
    main()
