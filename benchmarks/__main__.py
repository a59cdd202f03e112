"""Run every benchmark, or those of the named parts (search, start, ...)."""

import importlib
import pkgutil
import sys

import benchmarks


def main() -> None:
    """Run `main` of each module of this folder, in the order of their names."""
    modules = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    known = [name for name in modules if not name.startswith("_") and name != "timing"]
    parts = sys.argv[1:] or known
    for name in parts:
        if name not in known:
            sys.exit(f"unknown benchmark '{name}'; known: {', '.join(known)}")
        print(f"== {name}")
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
