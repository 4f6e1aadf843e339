"""A folder in which the table may not write: it starts, says so in words, and plays once that is mended."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.tables import of_trouble, running
from tests.support.wording import TEXTS

AS_NOBODY_SPECIAL = (
    ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner") if os.geteuid() == 0 else ()
)  # the system lets root write anywhere
READ_ONLY_FAULT = "session.unwritable.read-only"


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_without_the_right_to_write_the_table_starts_says_so_and_goes_on_once_it_has_it(
    lang: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o555)
    with running(tmp_path, "--kit", "fireship", "--lang", lang, under=AS_NOBODY_SPECIAL) as table:
        table.shows(of_trouble(READ_ONLY_FAULT, lang))
        assert table.get(f"/api/v1/table?lang={lang}").json["trouble"] == TEXTS.say(lang, READ_ONLY_FAULT)
        assert table.get("/api/v1/healthz").status == 503
        assert table.command("new fireship kit").status == 503
        assert list(data.iterdir()) == []
        data.chmod(0o755)
        assert table.command("new fireship kit").status == 200
        assert (table.table["trouble"], table.table["game"]) == (None, "fireship")
        assert table.stop() == 0
