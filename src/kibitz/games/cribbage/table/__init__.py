"""The table: positions, rules, counting, texts and what is said."""
