"""Sequential tests: plan one, simulate it, read the state of one."""
