"""A public function that trusts its caller more than it should."""

import ctypes


def read_at(address: int) -> bytes:
    """The byte at an address of this process."""
    return ctypes.string_at(address, 1)
