"""What can be asked about hold'em: equities, ranges, push or fold, opponents."""
