"""Hold'em with three seats or more: a trained strategy, ranges that follow the betting, values."""
