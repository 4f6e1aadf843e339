"""A whole evening by buttons, knob and screen alone: no phone, no terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.chance.dealers import Dealer
from companion.kits.format.kit_file import shipped_kits
from companion.session.game.reveal import TIMES_S
from hardware.cues import CardCue, HandCue, MessageCue, MeterCue, RollCue, TokenCue, VerdictCue, WheelCue
from hardware.oled.drawing.screens import placeholder
from tests.support.tables import Table, scripted
from tests.support.waiting import eventually
from tests.whole.evenings import Evening

FLOOD_WORDS = ("FLOODS", "S’INONDE")
ISLAND = next(file for file in shipped_kits() if file.kit.slug == "forbidden-island")
TILES = [token.name for token in ISLAND.kit.groups[0].tokens]

FARM = """
slug = "ferme"
seats = [0, 4]
[dice.meteo]
faces = ["soleil", "pluie"]
[button.roll]
does = "roll meteo"
[text.fr]
name = "La ferme"
meteo = "Météo"
soleil = "Soleil"
"""


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Nobody has to watch what tumbles; what it ends on comes just the same."""
    with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, (0.0, 0.1))):
        yield


def started(folder: Path, dealers: Mapping[str, Dealer]) -> Table:
    return Table(folder, dealers, opening=None)


def test_fireship_in_french(tmp_path: Path) -> None:
    dealers = scripted((3, 7, 10), ("won",), ("kraken",), ("boom",))
    with started(tmp_path, dealers) as table:
        evening = Evening(table, "en")
        evening.walk(evening.say("menu.language"), "Français")
        evening.lang = "fr"
        eventually(lambda: table.table["lang"] == "fr")
        people = evening.say("menu.field", field=evening.say("menu.people"), word=2)
        evening.walk("Fireship", evening.say("menu.mode-kit"), people, "3")
        evening.choose(evening.say("menu.start"))
        eventually(lambda: table.table["game"] == "fireship")

        evening.press("roll")
        evening.sees(RollCue(values=(3, 7, 10), caption=evening.say("stage.roll", number=1), total=20, look="d10"))

        evening.walk(evening.say("play.roll"), evening.say("kit.fireship.plain"))
        evening.sees(VerdictCue(won=True, title="GAGNÉ", detail="Dé simple 3/6"))

        first = evening.say("seat.number", number=1)
        evening.press("spin")
        evening.choose(first)
        names = tuple(segment["label"] for segment in table.table["state"]["wheels"][0]["segments"])
        detail = evening.say("kit.fireship.kraken-does")
        evening.sees(WheelCue(names=names, at=names.index("Kraken"), sign="kraken", detail=detail, name=first))

        evening.press("draw")
        evening.choose(first)
        deck = evening.say("kit.fireship.mystery")
        caption = evening.say("stage.left-of", left=evening.say("stage.left", left=54), name=first)
        secret = CardCue(title=deck, lines=(evening.say("stage.secret-card"),), caption=caption)
        evening.sees(secret)
        evening.down("push")
        evening.sees(HandCue(title=first, cards=(evening.say("kit.fireship.boom"),), at=0, private=True))
        eventually(lambda: table.screen == placeholder().tobytes())
        evening.up("push")
        evening.sees(secret)
        assert "boom" not in str(table.table["state"]["decks"]).lower()


def test_forbidden_island_with_the_plug_pulled(tmp_path: Path) -> None:
    others = [tile for tile in TILES if tile not in ("copper-gate", "observatory")]
    answers = [("copper-gate",), ("waters-rise",), ("copper-gate",), ("observatory",)]
    dealers = scripted(*answers, *((tile,) for tile in others))
    with started(tmp_path, dealers) as table:
        evening = Evening(table, "en")
        people = evening.say("menu.field", field=evening.say("menu.people"), word=2)
        evening.walk("Forbidden Island", evening.say("menu.mode-kit"), people, "0")
        evening.choose(evening.say("menu.start"))
        eventually(lambda: table.table["game"] == "forbidden-island")

        evening.press("draw")
        then = evening.say("stage.then", button=evening.say("panel.draw"))
        evening.sees(TokenCue(title="Copper Gate", word="FLOODS", place="1/6", look="water", foot=then))
        evening.press("spin")
        ticks = ("2", "2", "3", "3", "3", "4", "4", "5", "5", "Skull")
        line = evening.say("stage.meter", deck=evening.say("kit.forbidden-island.flood"), count=2)
        evening.sees(MeterCue(title=evening.say("kit.forbidden-island.waters-rise"), ticks=ticks, at=1, line=line))
        evening.press("draw")
        evening.sees(TokenCue(title="Copper Gate", word="SINKS", place="2/6", look="hole", foot=then))
        evening.press("draw")
        flooded = TokenCue(title="Observatory", word="FLOODS", place="3/6", look="water", foot=then)
        evening.sees(flooded)

        evening.walk(evening.say("play.set"), "Observatory", "Dry")
        evening.sees(TokenCue(title="Observatory", word="DRY", place="", look="land"))
        evening.hold("back")
        back = (evening.say("kit.token", token="Observatory", state="Flooded"), evening.say("stage.put-back-how"))
        evening.sees(MessageCue(title=evening.say("stage.put-back", at=1, of=1), lines=back))
        evening.press("ok")
        evening.sees(flooded)

        evening.walk(evening.say("play.correct"), "Observatory: Flooded", "Dry", evening.say("menu.done"))
        eventually(lambda: tile_of(table, "observatory") == "dry")

        for tile in others:
            evening.press("draw")
            eventually(lambda tile=tile: tile_of(table, tile) == "flooded")  # type: ignore[misc]
        flood = deck_of(table, "flood")
        assert (flood["left"], flood["discarded"], flood["removed"]) == (23, 0, 1)

    with started(tmp_path, scripted(("observatory",))) as table:
        evening = Evening(table, "en")
        eventually(lambda: bool(table.table["compare"]))
        differing = table.table["compare"]
        assert differing[0] == evening.say("kit.tick-now", counter="Water level", number=2, tick=2)
        assert len(differing) == 1 + 1 + len(others)
        right = evening.say("stage.right", at=1, of=len(differing))
        evening.sees(MessageCue(title=right, lines=(differing[0], evening.say("stage.right-how"))))
        evening.press("back")
        evening.choose("Copper Gate: Sunk")
        evening.choose("Flooded")
        evening.choose(evening.say("menu.done"))
        eventually(lambda: tile_of(table, "copper-gate") == "flooded")
        assert table.table["compare"] == []
        evening.press("draw")
        evening.sees(TokenCue(title="Observatory", word="FLOODS", place=place_of(table), look="water"))


def test_a_kit_of_their_own_is_named_when_it_has_a_fault_and_played_when_it_is_mended(tmp_path: Path) -> None:
    file = tmp_path / "data" / "kits" / "ferme.toml"
    file.parent.mkdir(parents=True)
    file.write_text(FARM + 'zzz = "Pluie"\n', "utf-8")
    with started(tmp_path, scripted()) as table:
        evening = Evening(table, "en")
        evening.walk(evening.say("menu.bad-kit", file="ferme.toml"))
        fault = evening.say("kit-fault.unknown")
        told = evening.say("menu.kit-fault", where="[text.fr] zzz", fault=fault)
        evening.sees(MessageCue(title="", lines=(told,)))
    file.write_text(FARM + 'pluie = "Pluie"\n', "utf-8")
    with started(tmp_path, scripted(("pluie",))) as table:
        evening = Evening(table, "en")
        evening.walk("La ferme", evening.say("menu.start"))
        eventually(lambda: table.table["game"] == "ferme")
        evening.press("roll")
        evening.sees(MessageCue(title="Pluie", lines=("Météo",)))


def tile_of(table: Table, name: str) -> str:
    tokens = table.table["state"]["groups"][0]["tokens"]
    return str(next(token["state"] for token in tokens if token["name"] == name))


def deck_of(table: Table, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(deck for deck in table.table["state"]["decks"] if deck["name"] == name)
    return found


def place_of(table: Table) -> str:
    eventually(lambda: table.table["reveal"] is None and tile_of(table, "observatory") == "flooded")
    drawn, of = deck_of(table, "flood")["round"]
    return f"{drawn}/{of}"
