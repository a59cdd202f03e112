"""Random scenes."""

from hypothesis import strategies as st

from kibitz.core.scene import (
    Card,
    Die,
    Disc,
    Group,
    Line,
    Path,
    Piece,
    Play,
    Rect,
    Scene,
    Text,
    Track,
)
from kibitz.drawing.theme import ROLES

lengths = st.floats(-50, 1000)
sizes = st.floats(0, 300)
words = st.text(max_size=12)
mark = {
    "role": st.sampled_from([*ROLES, "nobody", ""]),
    "label": words,
    "move": st.none() | words,
    "pick": st.none() | words,
    "heat": st.none() | st.floats(-1, 1),
    "note": words,
    "hint": st.sampled_from(["", "best", "scale_0", "scale_4", "nonsense"]),
}
points = st.lists(st.tuples(lengths, lengths), max_size=5).map(tuple)
single = st.one_of(
    st.builds(Rect, lengths, lengths, sizes, sizes, sizes, **mark),
    st.builds(Disc, lengths, lengths, sizes, **mark),
    st.builds(Line, lengths, lengths, lengths, lengths, sizes, st.booleans(), **mark),
    st.builds(Path, points, sizes, st.booleans(), **mark),
    st.builds(Text, lengths, lengths, words, sizes, st.sampled_from(["start", "middle"]), **mark),
    st.builds(Card, lengths, lengths, sizes, st.none() | words, st.booleans(), **mark),
    st.builds(Die, lengths, lengths, sizes, st.sampled_from("123456Nk?") | words, **mark),
    st.builds(Piece, lengths, lengths, sizes, st.sampled_from("KQRBNPkqrbnpXO") | words, **mark),
    st.builds(Track, lengths, lengths, sizes, st.integers(0, 121), st.integers(-5, 130), **mark),
)
shapes = st.recursive(
    single,
    lambda inner: st.builds(Group, st.lists(inner, max_size=3).map(tuple), **mark),
    max_leaves=6,
)
scenes = st.builds(
    Scene,
    st.floats(1, 2000),
    st.floats(1, 2000),
    words,
    words,
    st.lists(shapes, max_size=5).map(tuple),
    st.lists(st.builds(Play, words, words), max_size=2).map(tuple),
)
