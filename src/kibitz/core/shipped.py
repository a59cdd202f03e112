"""Tables that come with the package: one that cannot be read is a fault of the house."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import HouseFault


def shipped_array(path: Path, name: str | None = None) -> NDArray[Any]:
    """The array in a file of the package, or the one of that name where it holds several."""
    try:
        with path.open("rb") as file:
            stored = np.load(file)
            return np.asarray(stored if name is None else stored[name])
    except Exception as error:  # of files, archives, compression or shapes: all mean the same
        raise HouseFault(
            f"the table '{path.name}' of this installation cannot be read: {error}"
        ) from error
