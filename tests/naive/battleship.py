"""Battleship the slow, obvious way: every fleet, and what it would have announced, shot by shot."""

from itertools import product


def places(length, rows, cols):
    """Every place of a ship as a tuple of (row, column)."""
    for row, col in product(range(rows), range(cols)):
        if col + length <= cols:
            yield tuple((row, col + i) for i in range(length))
        if row + length <= rows:
            yield tuple((row + i, col) for i in range(length))


def all_fleets(lengths, rows, cols, touch=True):
    """Every legal fleet as a list of places."""

    def extend(fleet):
        if len(fleet) == len(lengths):
            yield list(fleet)
            return
        for place in places(lengths[len(fleet)], rows, cols):
            if all(apart(place, other, touch) for other in fleet):
                yield from extend([*fleet, place])

    return list(extend([]))


def apart(a, b, touch):
    """Whether two ships may both stand there."""
    near = 0 if touch else 1
    return all(max(abs(r - s), abs(c - d)) > near for r, c in a for s, d in b)


def announcements(fleet, shots, announce):
    """What a fleet answers to each shot in turn."""
    hit, answers = set(), []
    for shot in shots:
        ship = next((i for i, place in enumerate(fleet) if shot in place), None)
        if ship is None:
            answers.append("miss")
            continue
        hit.add(shot)
        is_down = set(fleet[ship]) <= hit
        if announce == "ship":
            answers.append(f"hit {ship}")
        elif announce == "sink" and is_down:
            answers.append(f"sunk {ship}")
        else:
            answers.append("hit")
    return answers


def chances(fleets, fleet, shots, announce):
    """The fleets that would have answered as `fleet` did, and the chance of every cell."""
    said = announcements(fleet, shots, announce)
    left = [other for other in fleets if announcements(other, shots, announce) == said]
    heat: dict = {}
    for other in left:
        for cell in (cell for place in other for cell in place):
            heat[cell] = heat.get(cell, 0) + 1 / len(left)
    return left, heat
