"""Machine code that comes with the package, so that the first answer need not wait for it.

A pack holds the kernels that Python calls, of one game or part, for one Python, numba and
numpy and for the common processor (see `processor`). They have the names that they would
have in the cache folder, made from all the code they reach: a kernel that was edited since
is not found here, and is compiled. A pack is a digest and then the content, compressed as
a whole, for the kernels of a game have most of their code in common. One that does not match
its digest is left alone, and said so once. KIBITZ_PACKS=off does without all of them.
"""

import hashlib
import lzma
import os
import re
from functools import cache
from pathlib import Path

import msgspec

from kibitz.core.kept import DIGEST
from kibitz.core.notice import say_once

FOLDER = Path(__file__).parent.parent / "kernels"
_FORMAT = b"kibitz pack 1"


def packed(name: str, surroundings: str) -> bytes | None:
    """The machine code of a kernel (`kernels/nim/...`), None where no pack has it."""
    if os.environ.get("KIBITZ_PACKS") == "off":
        return None
    label = name.split("/")[1]
    return _pack(FOLDER / pack_name(label, surroundings)).get(name)


def pack_name(label: str, surroundings: str) -> str:
    """What the file of a game's or part's kernels is called."""
    told = re.sub(r"[^0-9a-z.]+", "-", surroundings.lower()).strip("-")
    return f"{label}-{told}.pack"


def pack_bytes(name: str, kernels: dict[str, bytes]) -> bytes:
    """The content of a pack's file."""
    content = lzma.compress(msgspec.msgpack.encode(dict(sorted(kernels.items()))), preset=9)
    return _digest(name, content) + content


@cache
def _pack(path: Path) -> dict[str, bytes]:
    """What is in a pack; nothing, where there is none or it is damaged."""
    try:
        found = path.read_bytes()
    except OSError:
        return {}
    digest, content = found[:DIGEST], found[DIGEST:]
    try:
        if digest == _digest(path.name, content):
            return msgspec.msgpack.decode(lzma.decompress(content), type=dict[str, bytes])
    except (lzma.LZMAError, msgspec.MsgspecError):
        pass
    say_once(f"pack {path.name}", f"{path.name} was damaged; compiling instead")
    return {}


def _digest(name: str, content: bytes) -> bytes:
    told = hashlib.blake2b(name.encode() + b"\0", digest_size=DIGEST, person=_FORMAT)
    told.update(content)
    return told.digest()
