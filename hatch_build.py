"""What a wheel has beside the package: the man page and the completions that `make dist` made."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Beside(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the files under `build/share` into the wheel's `share`, where there are any."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name each file and its place; an editable installation takes nothing."""
        made = Path(self.root) / "build" / "share"
        if version != "standard" or self.target_name != "wheel":
            return
        for file in sorted(path for path in made.rglob("*") if path.is_file()):
            build_data["shared_data"][str(file)] = str(Path("share") / file.relative_to(made))
