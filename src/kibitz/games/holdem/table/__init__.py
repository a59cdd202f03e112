"""The table: positions, rules, the line of betting."""
