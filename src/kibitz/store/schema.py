"""The tables of an archive.

The word `game` has two sides here: `rules` holds a rule set with its options as text,
`games` the games that were played by it. Moments are whole seconds since 1970, UTC.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

Id = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows by INTEGER alone


def _id() -> Column[int]:
    return Column("id", Id, primary_key=True)


def _to(table: str, name: str, *, part_of_key: bool = False, nullable: bool = False) -> Column[int]:
    target = ForeignKey(f"{table}.id")
    if part_of_key:
        return Column(name, Id, target, primary_key=True, autoincrement=False)
    return Column(name, Id, target, nullable=nullable)


def _counter(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


# one row: the version of these tables
version = Table("kibitz_schema", metadata, Column("version", Integer, nullable=False))

rules = Table(
    "rules",
    metadata,
    _id(),
    Column("text", Text, nullable=False, unique=True),  # nim(3,4,5,misere=true)
    Column("name", Text, nullable=False),  # nim
    Column("seats", SmallInteger, nullable=False),
    Index("rules_by_name", "name"),
)

players = Table("players", metadata, _id(), Column("text", Text, nullable=False, unique=True))

games = Table(
    "games",
    metadata,
    _id(),
    Column("digest", String(32), nullable=False, unique=True),
    _to("rules", "rules_id"),
    Column("added", BigInteger, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("ended", Text),  # how, where it was not by the rules: unfinished, a forfeit, ...
    Column("record", Text, nullable=False),  # the line of JSON that replays it
    Index("games_by_rules", "rules_id"),
)

seats = Table(
    "seats",
    metadata,
    _to("games", "game_id", part_of_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    _to("players", "player_id"),
    Column("payoff", Float),  # none in an unfinished game
    Index("seats_by_player", "player_id"),
    sqlite_with_rowid=False,
)

matches = Table(
    "matches",
    metadata,
    _id(),
    _to("rules", "rules_id"),
    Column("added", BigInteger, nullable=False),
    Column("plan", Text, nullable=False),  # JSON
    Column("outcome", Text),  # JSON, none until it has ended
    Index("matches_by_rules", "rules_id"),
)

# who plays in a match or tournament, at which place of its plan
entrants = Table(
    "entrants",
    metadata,
    _to("matches", "match_id", part_of_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    _to("players", "player_id"),
    Index("entrants_by_player", "player_id"),
    sqlite_with_rowid=False,
)

pairs = Table(
    "pairs",
    metadata,
    _to("matches", "match_id", part_of_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # in order of saving
    Column("places", Text, nullable=False),  # of its players in the plan: 0,3
    Column("deal", BigInteger, nullable=False),  # which of all that these players share
    _to("players", "first_id", nullable=True),  # these three where the game has two seats
    _to("players", "second_id", nullable=True),
    Column("outcome", Text),  # of each game for the first: W, D or L
    Column("result", Text, nullable=False),  # JSON
    UniqueConstraint("match_id", "places", "deal"),
    sqlite_with_rowid=False,
)

# the games of a pair; one game can serve two matches that were played from the same seed
pair_games = Table(
    "pair_games",
    metadata,
    Column("match_id", Id, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", SmallInteger, primary_key=True, autoincrement=False),
    _to("games", "game_id"),
    ForeignKeyConstraint(["match_id", "number"], ["pairs.match_id", "pairs.number"]),
    Index("pair_games_by_game", "game_id"),
    sqlite_with_rowid=False,
)

reviews = Table(
    "reviews",
    metadata,
    _id(),
    _to("games", "game_id"),
    Column("analyst", Text, nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("review", Text, nullable=False),  # JSON
    UniqueConstraint("game_id", "analyst"),
)

positions = Table(
    "positions",
    metadata,
    _to("rules", "rules_id", part_of_key=True),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    _counter("n"),
    _counter("wins"),
    _counter("draws"),
    sqlite_with_rowid=False,
)

values = Table(
    "position_values",
    metadata,
    _to("rules", "rules_id", part_of_key=True),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("analyst", Text, primary_key=True),
    Column("value", Float, nullable=False),
    Column("error", Float, nullable=False),
    Column("samples", BigInteger, nullable=False),
    Column("is_exact", Boolean, nullable=False),
    Column("added", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
