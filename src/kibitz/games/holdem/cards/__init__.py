"""Cards and ranges: the evaluator, combos, ranges and their picture."""
