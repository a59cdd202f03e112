"""The library: records, matches, ratings and prospects from the archive."""
