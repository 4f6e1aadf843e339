from __future__ import annotations

from companion.engine.values.message import Message
from companion.engine.values.picture import BoardPicture, CardPicture, Cell, Deck, Hand, Picture, Piece, as_dict
from companion.engine.values.token_picture import Badge, HeldPicture
from tests.support.seen import plain

NORTH = Message("test.north")


def test_what_says_nothing_of_a_board_is_left_out() -> None:
    board = BoardPicture(
        "coast", "graph", Message("test.coast"), (Cell("north", NORTH, (3, 4)),), width=300, height=200
    )
    assert plain(as_dict(board)) == {
        "name": "coast",
        "layout": "graph",
        "label": Message("test.coast"),
        "cells": [{"id": "north", "label": NORTH, "place": [3, 4]}],
        "width": 300,
        "height": 200,
    }


def test_a_seat_a_count_and_a_mark_are_told_where_they_say_something() -> None:
    bare = plain(as_dict(Piece("boat", "north", NORTH)))
    assert bare == {"id": "boat", "cell": "north", "label": NORTH}
    told = plain(as_dict(Piece("boat", "north", NORTH, owner=0, count=2, selected=True, notes=(Message("test.fog"),))))
    assert told == {**bare, "owner": 0, "count": 2, "selected": True, "notes": [Message("test.fog")]}


def test_parts_that_pages_always_read_are_told_whole() -> None:
    deck = Deck("cards", NORTH, 3, hands=(Hand(1, (CardPicture("fog", NORTH, "", "cloud"),), 2),))
    told = plain(as_dict(deck))
    assert (told["last"], told["round"], told["top"]) == (None, None, [])
    assert told["hands"] == [
        {"seat": 1, "cards": [{"name": "fog", "label": NORTH, "text": "", "sign": "cloud"}], "hidden": 2}
    ]


def test_a_game_puts_its_own_keys_beside_those_of_the_vocabulary() -> None:
    picture = Picture(now=Message("test.now"), badges=(Badge("star", NORTH, "spark", 4, (HeldPicture(0, 1),)),))
    told = plain(as_dict(picture, kind="coast", wind=3))
    assert set(told) == {"now", "badges", "kind", "wind"}
    assert told["badges"][0]["held"] == [{"seat": 0, "count": 1}]
