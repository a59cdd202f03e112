"""Guides to questions about tests, statistics and the archive."""

from kibitz.web.guides.kind import Example, Guide

GUIDES: dict[str, Guide] = {
    "sprt.plan": Guide(
        "How long will a test take?",
        "Before a match: how often a sequential test passes, and after how many games, by the "
        "true difference.",
        ("elo0", "elo1", "draw_ratio"),
        {
            "elo0": "No better than (Elo)",
            "elo1": "Better by (Elo)",
            "draw_ratio": "Share of draws",
            "alpha": "Chance of a false pass",
            "beta": "Chance of a false fail",
            "elo": "True differences to look at",
            "simulate": "Tests to simulate at each",
        },
        {"draw_ratio": "Between even players, from 0 to 1."},
        (
            Example("Is it 5 Elo better?", {"elo0": "0", "elo1": "5", "draw_ratio": "0.61"}),
            Example("A game without draws", {"elo0": "0", "elo1": "20", "draw_ratio": "0"}),
        ),
    ),
    "sprt.simulate": Guide(
        "Simulate a test",
        "A sequential test, thousands of times over: how often it passes, how long it takes.",
        ("elo0", "elo1", "elo", "truncate"),
        {
            "elo0": "No better than (Elo)",
            "elo1": "Better by (Elo)",
            "elo": "True difference (Elo)",
            "truncate": "Tests to simulate",
            "draw_ratio": "Share of draws",
            "alpha": "Chance of a false pass",
            "beta": "Chance of a false fail",
        },
        examples=(
            Example("Half as good as hoped", {"elo1": "5", "elo": "2.5", "truncate": "5000"}),
        ),
    ),
    "sprt.status": Guide(
        "Read a running test",
        "The verdict, the difference and how sure it is, from the counts of pairs.",
        ("results", "elo0", "elo1"),
        {"results": "Counts of pairs", "elo0": "No better than (Elo)", "elo1": "Better by (Elo)"},
        examples=(
            Example("964 pairs", {"results": "10,200,500,220,12", "elo0": "0", "elo1": "2"}),
        ),
    ),
    "stats.elo": Guide(
        "A score in Elo",
        first=("score", "games"),
        examples=(Example("55 % of 1,000 games", {"score": "55%", "games": "1000"}),),
        is_flagship=False,
    ),
    "stats.ztest": Guide(
        "Is a win rate more than luck?",
        first=("wins", "games", "against"),
        examples=(Example("540 of 1,000", {"wins": "540", "games": "1000"}),),
        is_flagship=False,
    ),
    "stats.size": Guide(
        "How many games are needed?",
        first=("margin", "games"),
        examples=(
            Example("Within one per cent", {"margin": "0.01"}),
            Example("What 1,000 games can show", {"games": "1000"}),
        ),
        is_flagship=False,
    ),
    "ratings": Guide("Ratings of the players in the archive", is_flagship=False),
    "schema": Guide("The JSON schema of an answer", is_flagship=False),
    "archive.list": Guide("Games or matches in the archive", is_flagship=False),
    "archive.show": Guide("One game or match of the archive", is_flagship=False),
    "archive.stats": Guide("What the archive knows of a position", is_flagship=False),
    "bench.decisions": Guide("Measure every algorithm", is_flagship=False),
    "stats.convergence": Guide(
        "What samples buy",
        examples=(Example("A spread of 4", {"sigma": "4"}),),
        is_flagship=False,
    ),
}
