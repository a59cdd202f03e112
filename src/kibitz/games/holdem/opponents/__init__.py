"""Who sits opposite: statistics, habits, archetypes, and what exploiting them gains."""
