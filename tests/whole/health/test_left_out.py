"""A table with a kit that can't be used: it plays the rest, and screen, page and log name it."""

from __future__ import annotations

from pathlib import Path

from markupsafe import escape

from hardware.cues import ErrorCue
from tests.support.tables import running
from tests.support.wording import say
from tests.whole.health.test_settings import glass_shows, health, owners_page


def test_a_kit_with_faults_is_left_out_and_told(tmp_path: Path) -> None:
    kits = tmp_path / "data" / "kits"
    kits.mkdir(parents=True)
    (kits / "farm.toml").write_text('slug = "farm"\n[dice.d]\ncount = 0\n', encoding="utf-8")
    with running(tmp_path, "--lang", "en") as table:
        why = health(table)["left-out.farm.toml"]
        assert why.startswith(say("health.left-out", file="farm.toml"))
        assert escape(why) in owners_page(table)
        title, how = say("stage.left-out"), say("stage.fault-how")
        glass_shows(table, ErrorCue(title=title, lines=(say("stage.fault-left-out", file="farm.toml"), how)))
        assert "left out: " in table.log.read_text("utf-8")
        assert str(tmp_path) not in table.get("/api/v1/healthz").body.decode()
        assert table.command("new fireship kit").status == 200


def test_pins_that_have_to_be_real_and_are_not_there_are_told_and_the_table_plays(tmp_path: Path) -> None:
    file = tmp_path / "tidetable.toml"
    file.write_text('[pins]\nchoice = "real"\n[web]\nport = 0\nhost = "127.0.0.1"\n')
    with running(tmp_path, "--config", str(file), bare=True) as table:
        assert health(table) == {"pins.choice": say("device.pins.not_a_pi")}
        assert table.command("new fireship kit").status == 200
        assert "the pins are not available" in table.log.read_text("utf-8")
