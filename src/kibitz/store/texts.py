"""JSON in the columns of an archive, which somebody else may have written."""

import json
from typing import Any

from kibitz.errors import BadRecord


def stored_object(text: Any, what: str) -> dict[str, Any]:
    """The object that a column holds as JSON."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadRecord(f"the archive holds a damaged {what}: '{str(text)[:60]}'")
    return found
