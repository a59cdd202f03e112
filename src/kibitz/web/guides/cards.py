"""Guides to questions about games of cards."""

from kibitz.core.request import CARDS, RANGE
from kibitz.web.guides.kind import Example, Guide

GUIDES: dict[str, Guide] = {
    "cribbage.throw": Guide(
        "Cribbage: which two cards to throw",
        "All fifteen throws of your six cards, best first: hand, crib and the chance to win.",
        ("hand", "dealer", "score"),
        {"hand": "Your six cards", "dealer": "You are", "score": "Score, yours first"},
        {
            "hand": "Pick six cards, or type them: 5h 5s 6d 7c Kh Qs.",
            "dealer": "",
            "score": "Such as 61-70.",
        },
        (
            Example("Two fives, your crib", {"hand": "5h 5s 6d 7c Kh Qs", "dealer": "yes"}),
            Example(
                "The same cards, their crib, nearly home",
                {"hand": "5h 5s 6d 7c Kh Qs", "dealer": "no", "score": "108-112"},
            ),
        ),
    ),
    "cribbage.score": Guide(
        "Cribbage: count a hand",
        "Every fifteen, pair, run, flush and nob of four cards and the starter.",
        ("hand", "starter", "crib"),
        {"hand": "Four cards", "starter": "Starter", "crib": "Count it as a crib"},
        {"hand": "", "starter": "", "crib": "In a crib a flush takes all five cards."},
        (
            Example("The perfect hand: 29", {"hand": "5h 5s 5d Jc", "starter": "5c"}),
            Example("A double run", {"hand": "7h 8s 8d 9c", "starter": "6c"}),
        ),
    ),
    "cribbage.peg": Guide(
        "Cribbage: which card to play",
        "Every card you could play, with what it pegs against what it lets the other peg.",
        ("hand", "pile", "starter", "dealer"),
        {
            "hand": "Cards you still hold",
            "pile": "Cards on the pile",
            "starter": "Starter",
            "dealer": "You are",
            "theirs": "All cards the opponent played",
            "seen": "Other cards you have seen",
            "go": "They said go at",
            "score": "Score, yours first",
        },
        {
            "hand": "",
            "pile": "Since the last restart, in the order they were played.",
            "dealer": "",
            "score": "Such as 61-70.",
        },
        (Example("Twenty on the pile", {"hand": "Th Ad", "pile": "Kh Js", "dealer": "no"}),),
    ),
    "cribbage.crib": Guide(
        "Cribbage: what a throw brings the crib",
        first=("throw", "dealer", "seen"),
        labels={"throw": "Two cards", "dealer": "You are", "seen": "Other cards you have seen"},
        helps={"throw": "", "dealer": "", "seen": "They cannot be the opponent's."},
        examples=(Example("Seven and eight", {"throw": "7h 8s", "dealer": "no"}),),
        is_flagship=False,
    ),
    "cribbage.winprob": Guide(
        "Cribbage: the chance to win before a deal",
        first=("mine", "theirs", "dealer"),
        labels={"mine": "Your score", "theirs": "Their score", "dealer": "You are"},
        helps={"mine": "", "theirs": "", "dealer": ""},
        examples=(Example("100 all", {"mine": "100", "theirs": "100", "dealer": "yes"}),),
        is_flagship=False,
    ),
    "equity.holdem": Guide(
        "Hold'em: who wins how often",
        "The equity of two or more hands or ranges, before the flop or on any board.",
        ("hands", "board", "opponents"),
        {
            "hands": "Hands",
            "board": "Board",
            "dead": "Dead cards",
            "opponents": "Opponents with random hands",
            "categories": "What each hand makes",
            "runouts": "Each next card",
            "compare": "Compare ways to sample",
        },
        {
            "hands": "Two cards each, or a range such as QQ+,AKs. One hand per line.",
            "opponents": "",
        },
        (
            Example("A race: queens against ace-king", {"hands": ("QcQd", "AhKh")}),
            Example("A flush draw on the flop", {"hands": ("AhKh", "9c9d"), "board": "2h 7h 9s"}),
            Example("Aces against five strangers", {"hands": ("AsAd",), "opponents": "5"}),
        ),
        {"hands": (CARDS, RANGE)},
    ),
    "holdem.range": Guide(
        "Hold'em: a range of hands",
        "Paint a range in its square, or type it, and see how many hands that is.",
        ("text",),
        {"text": "Range"},
        {"text": "Such as 22+,A2s+,KTo+,AKs:0.5 or 15%."},
        (
            Example("The best tenth", {"text": "10%"}),
            Example("Pairs and good aces", {"text": "22+,A9s+,KQs,AJo+"}),
        ),
    ),
    "holdem.solve": Guide(
        "Hold'em: solve the rest of a hand",
        "Optimal play for two ranges from here on; the answer improves while you watch.",
        ("board", "oop", "ip", "pot", "stack"),
        {
            "board": "Board, 3 to 5 cards",
            "oop": "Range of the first to act",
            "ip": "Range of the other",
            "pot": "Chips in the pot",
            "stack": "Chips that each has left",
            "bets": "Sizes of bets, % of the pot",
            "raises": "Sizes of raises, % of the pot",
            "target": "Exploitability to stop at, % of the pot",
            "megabytes": "Memory it may take, MB",
        },
        {"oop": "Such as TT+,AKs,KQo:0.5.", "ip": "Such as TT+,AKs,KQo:0.5."},
        (
            Example(
                "A river bet with the nuts or nothing",
                {
                    "board": "Ks 8d 4c 2h 2s",
                    "oop": "AA,QJs",
                    "ip": "KJs",
                    "pot": "10",
                    "stack": "10",
                },
            ),
            Example(
                "A turn with two ranges",
                {
                    "board": "Td 9d 6h Qc",
                    "oop": "TT+,AKs,KQs",
                    "ip": "99+,AQs+,KJs",
                    "pot": "20",
                    "stack": "60",
                },
            ),
        ),
    ),
    "holdem.pushfold": Guide(
        "Hold'em: push or fold",
        first=("stack", "chart"),
        labels={"stack": "Stacks in big blinds", "chart": "A chart for every stack"},
        examples=(Example("Ten big blinds", {"stack": "10"}),),
        is_flagship=False,
    ),
    "bluff.belief": Guide(
        "Bluff: is it a lie?",
        first=("claimed", "hand", "unseen", "hold", "players"),
        labels={
            "claimed": "Cards claimed",
            "hand": "Cards the claimant held",
            "unseen": "Cards you have not located",
            "hold": "Cards of the rank you have located",
        },
        examples=(
            Example(
                "Two, while you hold one",
                {"claimed": "2", "hand": "17", "unseen": "35", "hold": "1"},
            ),
        ),
        is_flagship=False,
    ),
    "holdem.exploit": Guide("Hold'em: the exploiter against archetypes", is_flagship=False),
    "bluff.calibration": Guide("Bluff: how good the beliefs are", is_flagship=False),
    "bluff.companies": Guide("Bluff: beliefs in every company", is_flagship=False),
    "leduc.solve": Guide(
        "Leduc poker: its solution",
        examples=(Example("With the strategy", {"iterations": "1000", "strategy": "yes"}),),
        is_flagship=False,
    ),
}
