"""A record judged decision by decision: the request, its answer, and its page."""
