"""Texas hold'em: evaluator, equity, ranges, the game, solvers and models of opponents."""
