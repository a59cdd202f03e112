"""Statistics of results that somebody has: rates, samples, ratings."""
