"""The maker's addresses, at a real table."""

from __future__ import annotations

import json
from base64 import b64decode
from io import BytesIO
from typing import Any

from PIL import Image

from tests.support.whole import Whole, table_of

table = table_of()
ADDRESS = "/api/v1/maker"
EMPTY = 'slug = "harbour"\n'
TWO_DICE = {"do": "add", "table": "dice", "name": "two", "value": {"roll": "2d6"}}


def make(table: Whole, text: str = EMPTY, *, lang: str = "en", **more: Any) -> dict[str, Any]:
    reply = table.ask("POST", f"{ADDRESS}?lang={lang}", {"text": text, **more})
    assert reply.status == 200, reply.body
    made: dict[str, Any] = json.loads(reply.body)
    return made


def test_an_edit_gives_the_text_the_phone_and_the_screen(table: Whole) -> None:
    made = make(table, edits=[TWO_DICE], presses=["press roll"], people=2, seed=7)
    assert made["text"] == f'{EMPTY}\n[dice.two]\nroll = "2d6"\n'
    assert (made["slug"], made["title"], made["faults"], made["fault"]) == ("harbour", "Harbour", [], None)
    assert made["data"] == {"slug": "harbour", "dice": {"two": {"roll": "2d6"}}}
    assert made["buttons"] == [{"button": "roll", "line": "roll two", "title": "Two"}]
    state = made["phone"]["state"]
    assert (state["rolls"], [each["label"] for each in state["dice"]]) == (1, ["Two"])
    for picture in (made["oled"], made["oled_moving"]):
        image = Image.open(BytesIO(b64decode(picture)))
        assert (image.size, image.mode) == ((128, 64), "1")
    assert made["oled"] != made["oled_moving"]
