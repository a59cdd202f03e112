"""What picking the best of several sampled options does to the losses of the others.

The option that looks best is, on average, one that was lucky: among k equal ones the highest
mean is about sqrt(2 ln k) errors too high, and every loss against it is too large by as much.
The error of a loss holds that, where several options could be the best.
"""

import math
from collections.abc import Sequence

NEAR = 2.0  # errors within which another option could be the best


def loss_errors(losses: Sequence[float], errors: Sequence[float]) -> list[float]:
    """The errors of losses, from those of the paired differences to the option that looks best.

    That option is the one whose loss and error are 0.
    """
    rivals = [
        error
        for loss, error in zip(losses, errors, strict=True)
        if error > 0.0 and loss < NEAR * error
    ]
    if not rivals:
        return list(errors)
    of_one = math.sqrt(math.fsum(error**2 for error in rivals) / len(rivals) / 2.0)
    luck = of_one * math.sqrt(2.0 * math.log(len(rivals) + 1))
    return [math.hypot(error, luck) if error else 0.0 for error in errors]
