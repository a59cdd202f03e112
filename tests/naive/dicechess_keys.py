"""Equal positions of dice chess by text alone: fields of DFEN flipped and mirrored as strings."""


def rows_of(placement):
    """Eight strings of eight, a dot for an empty square, rank 8 first."""
    for digit in "12345678":
        placement = placement.replace(digit, "." * int(digit))
    return placement.split("/")


def takeable(rows, side, targets):
    """The targets beside which a pawn of the side to move stands ready."""
    kept = []
    for target in [targets[i : i + 2] for i in range(0, len(targets), 2)]:
        file, rank = "abcdefgh".index(target[0]), int(target[1])
        behind = rank - 1 if side == "w" else rank + 1
        neighbours = [rows[8 - behind][f] for f in (file - 1, file + 1) if 0 <= f < 8]
        if rank == (6 if side == "w" else 3) and ("P" if side == "w" else "p") in neighbours:
            kept.append((file, rank))
    return kept


def naive_key(dfen):
    """One key for all positions that are worth the same to the side to move."""
    placement, side, castling, targets, *rest = dfen.split()
    rows = rows_of(placement)
    kept = takeable(rows, side, "" if targets == "-" else targets)
    dice = "".join(sorted(rest[2].upper())) if len(rest) > 2 else ""
    if side == "b":
        rows = [row.swapcase() for row in reversed(rows)]
        castling = castling.swapcase()
        kept = [(file, 9 - rank) for file, rank in kept]
    forms = [(rows, kept)]
    if castling == "-":
        forms.append(([row[::-1] for row in rows], [(7 - file, rank) for file, rank in kept]))
    written = min("/".join(r) + str(sorted(k)) for r, k in forms)
    return f"{written} {''.join(sorted(castling))} {dice}"
