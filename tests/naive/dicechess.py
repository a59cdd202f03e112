"""Dice chess the slow and obvious way: a dictionary of men, absolute squares, plain recursion.

Squares are (file, rank) from 0; men are letters, upper case for White. Written from the rule
page alone, without looking at the kernels' tricks: no bitboards, no mirrored sides.
"""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

JUMPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
OBLIQUE = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
MULTISETS = list(combinations_with_replacement("PNBRQK", 3))


def weight(multiset):
    return {1: 1, 2: 3, 3: 6}[len(set(multiset))]


@dataclass(frozen=True)
class State:
    men: dict
    white: bool
    rights: frozenset
    targets: frozenset

    @classmethod
    def parse(cls, dfen):
        placement, side, castling, targets, *_ = dfen.split()
        men = {}
        for rank, row in zip(range(7, -1, -1), placement.split("/"), strict=True):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    men[file, rank] = letter
                    file += 1
        squares = [] if targets == "-" else [targets[i : i + 2] for i in range(0, len(targets), 2)]
        return cls(
            men,
            side == "w",
            frozenset(castling.replace("-", "")),
            frozenset(parse_square(square) for square in squares),
        )

    def text(self):
        rows = []
        for rank in range(7, -1, -1):
            row, gap = "", 0
            for file in range(8):
                man = self.men.get((file, rank))
                if man is None:
                    gap += 1
                else:
                    row += (str(gap) if gap else "") + man
                    gap = 0
            rows.append(row + (str(gap) if gap else ""))
        castling = "".join(letter for letter in "KQkq" if letter in self.rights)
        targets = sorted(self.targets, key=lambda square: (square[1], square[0]))
        en_passant = "".join(square_text(square) for square in targets)
        side = "w" if self.white else "b"
        return f"{'/'.join(rows)} {side} {castling or '-'} {en_passant or '-'}"

    def is_own(self, man):
        return man.isupper() == self.white


def parse_square(text):
    return ord(text[0]) - ord("a"), int(text[1]) - 1


def square_text(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def is_inside(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def slides(state, square, directions):
    for dx, dy in directions:
        goal = square[0] + dx, square[1] + dy
        while is_inside(goal):
            yield goal
            if goal in state.men:
                break
            goal = goal[0] + dx, goal[1] + dy


def pawn_goals(state, square):
    up, home = (1, 1) if state.white else (-1, 6)
    one = square[0], square[1] + up
    if one not in state.men and is_inside(one):
        yield one
        two = square[0], square[1] + 2 * up
        if square[1] == home and two not in state.men:
            yield two
    for dx in (-1, 1):
        goal = square[0] + dx, square[1] + up
        usable = goal in state.targets and goal[1] == (5 if state.white else 2)
        if goal in state.men or usable:
            yield goal


def castling_goals(state, pool):
    if not (pool["K"] and pool["R"]):
        return
    rank = 0 if state.white else 7
    for letter, between, goal in (("K", (5, 6), 6), ("Q", (1, 2, 3), 2)):
        right = letter if state.white else letter.lower()
        if right in state.rights and all((file, rank) not in state.men for file in between):
            yield goal, rank


def goals_of(state, square, kind, pool):
    if kind == "P":
        found = pawn_goals(state, square)
    elif kind in "NK":
        steps = JUMPS if kind == "N" else STRAIGHT + OBLIQUE
        found = [g for dx, dy in steps if is_inside(g := (square[0] + dx, square[1] + dy))]
    else:
        directions = {"B": OBLIQUE, "R": STRAIGHT, "Q": STRAIGHT + OBLIQUE}[kind]
        found = slides(state, square, directions)
    goals = [g for g in found if g not in state.men or not state.is_own(state.men[g])]
    return goals + (list(castling_goals(state, pool)) if kind == "K" else [])


def micro_moves(state, pool):
    """All (start, goal, promotion letter or '') that the Counter `pool` pays for."""
    found = []
    for square, man in state.men.items():
        kind = man.upper()
        if not state.is_own(man) or not pool[kind]:
            continue
        for goal in goals_of(state, square, kind, pool):
            takes_king = state.men.get(goal, "").upper() == "K"
            promotes = kind == "P" and goal[1] in (0, 7) and not takes_king
            found += [(square, goal, letter) for letter in ("nbrq" if promotes else [""])]
    return found


def text_of(move):
    return square_text(move[0]) + square_text(move[1]) + move[2]


def takes_king(state, move):
    return state.men.get(move[1], "").upper() == "K"


def apply(state, move):
    """The state after a micro-move and the dice it spends, as letters."""
    start, goal, promotion = move
    men, targets, rights = dict(state.men), set(state.targets), set(state.rights)
    man = men.pop(start)
    kind, up = man.upper(), 1 if state.white else -1
    spent = kind
    if kind == "P" and goal in targets and goal not in men:
        del men[goal[0], goal[1] - up]
    men[goal] = (promotion.upper() if state.white else promotion) if promotion else man
    if kind == "K" and abs(goal[0] - start[0]) == 2:
        came, went = ((7, 5), (0, 3))[goal[0] == 2]
        men[went, start[1]] = men.pop((came, start[1]))
        spent = "KR"
    if kind == "P" and abs(goal[1] - start[1]) == 2:
        targets.add((start[0], start[1] + up))
    for target in list(targets):
        owner, pawn = (target[1] + 1, "P") if target[1] == 2 else (target[1] - 1, "p")
        if target in men or men.get((target[0], owner)) != pawn:
            targets.discard(target)
    for right, (rank, corner) in {"K": (0, 7), "Q": (0, 0), "k": (7, 7), "q": (7, 0)}.items():
        king, rook = ("K", "R") if right.isupper() else ("k", "r")
        touched = {start, goal} & {(4, rank), (corner, rank)}
        if men.get((4, rank)) != king or men.get((corner, rank)) != rook or touched:
            rights.discard(right)
    return replace(state, men=men, targets=frozenset(targets), rights=frozenset(rights)), spent


def end_turn(state):
    """The other side to move; its own old targets are gone."""
    rank = 5 if state.white else 2
    kept = frozenset(target for target in state.targets if target[1] != rank)
    return replace(state, white=not state.white, targets=kept)


def paths(state, pool, played=()):
    """Every complete path: (micro-moves, dice spent, took the king, final state)."""
    pool = Counter(pool)
    moves = micro_moves(state, pool)
    if not moves:
        yield played, 0, False, state
    for move in moves:
        after, spent = apply(state, move)
        if takes_king(state, move):
            yield (*played, move), len(spent), True, after
            continue
        for path, dice, took, end in paths(after, pool - Counter(spent), (*played, move)):
            yield path, dice + len(spent), took, end


def legal_turns(state, dice):
    """The legal turns by the maximum rule; none where nothing can be played."""
    complete = [path for path in paths(state, dice) if path[0]]
    most = max((spent for _, spent, took, _ in complete if not took), default=None)
    return [path for path in complete if path[2] or path[1] == most]


def can_take_king(state, pool):
    """Whether some path takes the king."""
    for move in micro_moves(state, pool):
        if takes_king(state, move):
            return True
        after, spent = apply(state, move)
        if can_take_king(after, pool - Counter(spent)):
            return True
    return False


def capturing_weight(state):
    """How many of the 216 rolls take the king."""
    return sum(weight(m) for m in MULTISETS if can_take_king(state, Counter(m)))


def queens(state, white):
    return sum(man == ("Q" if white else "q") for man in state.men.values())


def takes_queen(state, dice):
    """Whether some legal turn takes a queen of the other side."""
    before = queens(state, not state.white)
    return any(queens(end, not state.white) < before for *_, end in legal_turns(state, dice))
