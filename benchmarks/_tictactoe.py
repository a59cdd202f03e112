"""Alpha-beta and random play-outs written for tic-tac-toe alone: what the generic ones are held to.

The same algorithms line by line, without the words of the contract: a position is two
integers in registers, and every rule stands where it is used.
"""

import numpy as np

from kibitz.core.bits import int64, signed
from kibitz.core.kernel import kernel
from kibitz.core.stream import below, mix
from kibitz.games.tictactoe.rules import CELLS, FULL, HAS_LINE
from kibitz.search.desk import (
    GREATEST,
    MOST_NODES,
    NODES,
    OUT_OF_NODES,
    PROOFS,
    STOP,
    count_node,
    is_fastest_win,
)
from kibitz.search.negamax import is_settled
from kibitz.search.ordering import HISTORY_SIZE, KILLERS, NO_MOVE, next_move, praise
from kibitz.search.score import INFINITE, from_here, from_root, score_of
from kibitz.search.table import (
    EXACT,
    LOWER,
    MOVE,
    NOTE,
    SCORE,
    UPPER,
    find,
    is_deep_enough,
    keep,
    proven,
)


@kernel
def marks_parity(marks):
    """1 if noughts are to move."""
    marks ^= marks >> 8
    marks ^= marks >> 4
    return 0x6996 >> (marks & 15) & 1


@kernel
def rank_cells(me, first, count, ply, lists, notes):
    for i in range(count):
        move = lists[2 * ply, i]
        if move == first:
            lists[2 * ply + 1, i] = 1 << 62
            continue
        rank = notes[me * HISTORY_SIZE + (move & (HISTORY_SIZE - 1))]
        if move == notes[KILLERS + 2 * ply]:
            rank += 1 << 33
        elif move == notes[KILLERS + 2 * ply + 1]:
            rank += 1 << 32
        lists[2 * ply + 1, i] = rank


@kernel
def score_last_move(crosses, noughts, beta, ply, cells, desk):
    taken, count = crosses | noughts, 0
    me = marks_parity(taken)
    for cell in range(CELLS):
        cells[count] = cell
        count += 1 - (taken >> cell & 1)
    if desk[NODES] + count >= desk[MOST_NODES]:
        desk[STOP] = OUT_OF_NODES
        return 0
    best, best_proof, all_proof, tried, greatest = -INFINITE, 0, 1, 0, desk[GREATEST]
    while tried < count and best < beta and not is_fastest_win(best, int64(1), ply, greatest):
        if me == 0:
            x, o = crosses | 1 << cells[tried], noughts
            has_won = HAS_LINE[x]
        else:
            x, o = crosses, noughts | 1 << cells[tried]
            has_won = HAS_LINE[o]
        score = score_of(1.0, ply + 1) if has_won else 0
        proof = 1 if has_won or x | o == FULL else 0
        if score > best:
            best, best_proof = score, proof
        all_proof &= proof
        tried += 1
    desk[NODES] += tried
    has_cut = best >= beta or is_fastest_win(best, int64(1), ply, greatest)
    desk[PROOFS + ply] = best_proof if has_cut else all_proof
    return best


@kernel
def score_board(crosses, noughts, alpha, beta, depth, ply, table, lists, notes, desk):
    if depth <= 1:
        return score_last_move(crosses, noughts, beta, ply, lists[2 * ply], desk)
    name = signed(mix(noughts ^ signed(mix(crosses))))
    row, first = find(table, name), NO_MOVE
    if row >= 0:
        score = from_root(table[row, SCORE], ply)
        if is_deep_enough(table[row, NOTE], depth) and is_settled(
            score, table[row, NOTE], alpha, beta
        ):
            desk[PROOFS + ply] = proven(table[row, NOTE])
            return score
        first = table[row, MOVE]
    taken, count = crosses | noughts, 0
    me = marks_parity(taken)
    for cell in range(CELLS):
        lists[2 * ply, count] = cell
        count += 1 - (taken >> cell & 1)
    rank_cells(me, first, count, ply, lists, notes)
    best, best_move, best_proof, all_proof, floor = -INFINITE, NO_MOVE, 0, 1, alpha
    for i in range(count):
        move = next_move(lists, ply, i, count)
        if me == 0:
            x, o = crosses | 1 << move, noughts
            has_won = HAS_LINE[x]
        else:
            x, o = crosses, noughts | 1 << move
            has_won = HAS_LINE[o]
        count_node(desk)
        if has_won:
            desk[PROOFS + ply + 1] = 1
            score = score_of(1.0, ply + 1)
        elif x | o == FULL:
            desk[PROOFS + ply + 1] = 1
            score = 0
        else:
            score = -score_board(x, o, -beta, -floor, depth - 1, ply + 1, table, lists, notes, desk)
        if desk[STOP]:
            return 0
        all_proof &= desk[PROOFS + ply + 1]
        if score > best:
            best, best_move, best_proof = score, move, desk[PROOFS + ply + 1]
            floor = max(floor, best)
        if floor >= beta:
            praise(move, me, depth, ply, notes)
            break
        if is_fastest_win(best, int64(1), ply, desk[GREATEST]):
            break
    sure_depth = depth if best > alpha else 1
    is_won = best_proof == 1 and is_fastest_win(best, sure_depth, ply, desk[GREATEST])
    if is_won or (best >= beta and best_proof == 1):
        all_proof = 1
    elif best >= beta:
        all_proof = 0
    kind = EXACT if is_won or alpha < best < beta else LOWER if best >= beta else UPPER
    keep(table, name, from_here(best, ply), best_move, depth, all_proof, kind)
    desk[PROOFS + ply] = all_proof
    return best


@kernel
def score_cells(depth, scores, proofs, table, lists, notes, desk):
    """The scores of all nine first moves."""
    for cell in range(CELLS):
        if proofs[cell]:
            continue
        count_node(desk)
        if depth <= 1:
            scores[cell], desk[PROOFS + 1], desk[STOP] = 0, 0, 0
        else:
            scores[cell] = -score_board(
                int64(1) << cell,
                int64(0),
                int64(-INFINITE),
                int64(INFINITE),
                depth - 1,
                int64(1),
                table,
                lists,
                notes,
                desk,
            )
        proofs[cell] = desk[PROOFS + 1]
    return CELLS


@kernel
def play_boards(games, totals, stream):
    """Random games from the empty board."""
    cells = np.empty(CELLS, np.int64)
    plies = 0
    for _ in range(games):
        crosses, noughts, seat = 0, 0, 0
        while not (HAS_LINE[crosses] or HAS_LINE[noughts] or crosses | noughts == FULL):
            taken, count = crosses | noughts, 0
            seat = marks_parity(taken)
            for cell in range(CELLS):
                cells[count] = cell
                count += 1 - (taken >> cell & 1)
            move = cells[below(stream, count)]
            if seat == 0:
                crosses |= 1 << move
            else:
                noughts |= 1 << move
            plies += 1
        if HAS_LINE[crosses]:
            totals[0] += 1.0
            totals[1] -= 1.0
        elif HAS_LINE[noughts]:
            totals[0] -= 1.0
            totals[1] += 1.0
    return plies
