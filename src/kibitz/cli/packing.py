"""Makes the packs of machine code that come with the package: `make kernels`.

Everything is asked twice, in a cache folder of its own: first to compile, then to see in fresh
processes which kernels Python calls (in the first ones it may find a kernel there because another
has built it in). Those are packed. Run it on a machine with the common processor (see
`core.processor`).
"""

import os
import sys
import tempfile


def main() -> int:
    """Write the packs to the folder of the package, in place of those that are there."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"KIBITZ_CACHE": folder, "KIBITZ_PACKS": "off"}
        return _write_packs()


def _write_packs() -> int:
    from kibitz.cli.bar import Bar
    from kibitz.cli.warm import warmed
    from kibitz.core.packing import write_packs
    from kibitz.core.packs import FOLDER
    from kibitz.core.request import Progress

    called: dict[str, None] = {}
    for words in ("compiling", "asking again"):
        called.clear()
        with Bar() as bar:
            for done, each in enumerate(warmed(), 1):
                called |= dict.fromkeys(each.called)
                bar.tell(Progress(done, each.total, f"{words}: {each.name}"))
    for old in FOLDER.glob("*.pack"):
        old.unlink()
    for path in write_packs(FOLDER, called):
        sys.stdout.write(f"{path.stat().st_size:9,} {path.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
