"""A small, crowded board: islands of one cell, and special cells everywhere, so that much happens in few moves."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.games.fireship.rules.board.board import FireshipBoard

POND_ROWS = (
    "BB@.1a.2b@RR",
    "BB?......?RR",
    "@?.#.@?..?@.",
    "3c..4d..5e..",
    ".?@......@?.",
    "f6..?#@..g7.",
    "@?.......?@.",
    "YY?..8h..?GG",
    "YY@.9i...@GG",
)
POND = FireshipBoard("pond", POND_ROWS, Message("fireship.words.archipelago"))
