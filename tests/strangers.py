"""Hands of somebody else: parts travel as bytes both ways, and the last one is done first."""

import pickle


class StrangeHands:
    """What depends on the order of the parts, or on who does them, comes out wrong here."""

    size = 3

    def ordered(self, task, items):
        """Some parts ahead of what is asked for, from the last to the first."""
        supply = iter(items)
        while True:
            due = [item for _, item in zip(range(self.size), supply, strict=False)]
            if not due:
                return
            done = [_far_away(task, item) for item in reversed(due)]
            yield from reversed(done)


def _far_away(task, item):
    task, item = pickle.loads(pickle.dumps((task, item)))
    return pickle.loads(pickle.dumps(task(item)))
