"""How a tournament is laid out: the standings, everybody against everybody, how sure it is."""

from typing import TYPE_CHECKING

from kibitz.core.doubt import give_or_take
from kibitz.core.sheet import Block, Listing, Sheet, Words, listing
from kibitz.lab.contest.scoreboard import (
    even_words,
    failure_words,
    share_cells,
    share_columns,
    share_verdict,
)

if TYPE_CHECKING:
    from kibitz.lab.contest.tournament import CompanyResult, Placing, TournamentSnapshot

ELO_COLUMNS = ["points", "games", "Elo", "95 %", "label", "online"]
MOST_COLUMNS = 12  # of players in the tables of everybody against everybody


def tournament_sheet(held: "TournamentSnapshot") -> Sheet:
    """The sheet of a tournament."""
    shown: list[Block] = _duels(held) if held.superiority else [_payoffs(held)]
    names = {place.player: place.name for place in held.standings}
    for met in held.encounters:
        failed = failure_words(met.failures, tuple(names[player] for player in met.players))
        shown += [failed] if failed else []
    return shown


def _title(held: "TournamentSnapshot") -> str:
    title = f"{held.title}, {held.settings.format}, seed {held.seed}"
    return title if held.is_over else f"{title} (unfinished)"


def _duels(held: "TournamentSnapshot") -> list[Block]:
    shown: list[Block] = [_places(held)]
    if len(held.standings) <= MOST_COLUMNS:
        shown += [_points_against(held), _superiority(held)]
    if held.decided_by == "payoff":
        anchor = f" from {held.anchor}" if held.anchor else " from the mean of all"
        told = f"The rating is what a player wins per game{anchor}, in {held.unit};"
        shown.append(Words.of(f"{told} least squares on the payoffs of pairs.", role="quiet"))
    elif held.first_seat_elo is not None and held.draw_ratio is not None:
        anchor = f"anchored at {held.anchor}" if held.anchor else "with mean 0"
        seat = f"{held.first_seat_elo:+.0f}{give_or_take(held.first_seat_error or 0.0, 0)}"
        told = f"Elo by Bradley-Terry with draws, {anchor}; the first seat is worth {seat};"
        shown.append(Words.of(f"{told} even players draw {held.draw_ratio:.0%}.", role="quiet"))
    return shown


def _places(held: "TournamentSnapshot") -> Listing:
    is_paid = held.decided_by == "payoff"
    kind = [held.unit, "games", "rating", "95 %"] if is_paid else ELO_COLUMNS
    numbers = [*kind, "better than next"]
    has_merit = any(place.merit for place in held.standings)
    merit = [held.settings.format] if has_merit else []
    told = _paid_numbers if is_paid else _numbers
    rows = [
        [*told(place), _over_next(held, i), *([place.merit] if has_merit else [])]
        for i, place in enumerate(held.standings)
    ]
    return listing(
        ["", "player", *numbers, *merit], rows, numbers=["", *numbers], title=_title(held)
    )


def _numbers(place: "Placing") -> list[str]:
    return [
        str(place.place),
        place.name,
        f"{place.points:g}",
        str(place.games),
        "" if place.rating is None else f"{place.rating:.0f}",
        _half_width(place, ".0f"),
        "" if place.label is None else str(place.label),
        "" if place.online is None else f"{place.online:.0f}",
    ]


def _paid_numbers(place: "Placing") -> list[str]:
    return [
        str(place.place),
        place.name,
        "" if place.payoff is None else f"{place.payoff * place.games:+.4g}",
        str(place.games),
        "" if place.rating is None else f"{place.rating:+.3g}",
        _half_width(place, ".2g"),
    ]


def _half_width(place: "Placing", form: str) -> str:
    low, high = place.interval or (None, None)
    return "" if low is None or high is None else f"±{(high - low) / 2:{form}}"


def _over_next(held: "TournamentSnapshot", i: int) -> str:
    return _sure(held, i, i + 1) if i + 1 < len(held.standings) else ""


def _sure(held: "TournamentSnapshot", i: int, other: int) -> str:
    sure = held.superiority[i][other]
    return "" if sure is None else f"{sure:.1%}"


def _points_against(held: "TournamentSnapshot") -> Listing:
    """Points of the row's player from the column's."""
    met = {encounter.players: encounter for encounter in held.encounters}
    rows = [
        [_score(met, row.player, other.player) for other in held.standings]
        for row in held.standings
    ]
    return _square("won from" if held.decided_by == "payoff" else "points against", held, rows)


def _score(met: "dict[tuple[int, ...], CompanyResult]", player: int, other: int) -> str:
    found = met.get((min(player, other), max(player, other)))
    if found is None or found.losses_draws_wins is None or not found.games:
        return "·"
    if found.decided_by == "payoff":
        return _won(found, player < other)
    losses, draws, wins = found.losses_draws_wins
    points = (wins if player < other else losses) + draws / 2
    return f"{points:g}/{found.games}"


def _won(found: "CompanyResult", is_first: bool) -> str:
    assert found.payoff is not None
    won = found.payoff.mean * found.games
    return f"{won if is_first else -won:+.4g}"


def _superiority(held: "TournamentSnapshot") -> Listing:
    """How sure it is that the row's player is better than the column's."""
    places = range(len(held.standings))
    rows = [["·" if i == j else _sure(held, i, j) for j in places] for i in places]
    return _square("likelihood of superiority", held, rows)


def _square(title: str, held: "TournamentSnapshot", cells: list[list[str]]) -> Listing:
    numbers = [str(place.place) for place in held.standings]
    rows = [
        [str(place.place), place.name, *row]
        for place, row in zip(held.standings, cells, strict=True)
    ]
    return listing(["", "player", *numbers], rows, numbers=["", *numbers], title=title)


def _payoffs(held: "TournamentSnapshot") -> Listing:
    """What everybody got at tables of three or more."""
    numbers = ["games", *share_columns(held.unit, held.standings), "points"]
    games = sum(place.games for place in held.standings)
    paid = sum((place.payoff or 0.0) * place.games for place in held.standings)
    rows = [_payoff_cells(place, paid / max(games, 1)) for place in held.standings]
    title = _title(held) + even_words(held.standings)
    return listing(["", "player", *numbers], rows, numbers=["", *numbers], title=title)


def _payoff_cells(place: "Placing", fair: float) -> list[str]:
    ends = place.payoff_interval or (None, None)
    got = (place.payoff or 0.0, ends, share_verdict(ends, fair), place.wins or 0.0)
    return [
        str(place.place),
        place.name,
        str(place.games),
        *share_cells(*got, place.win_interval),
        f"{place.points:.4f}",
    ]
