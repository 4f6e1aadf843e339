"""Webhooks of the settings that can't be used: the last good ones stand in, else the others go on without them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.health.settings import LAST_GOOD, Mender, Usable, usable
from companion.model.reports.faults import Fault
from tests.support.wording import TEXTS

TWO_WEBHOOKS = '[[webhook]]\nurl = "http://one"\n[[webhook]]\nurl = "http://two"\n'
TYPO = TWO_WEBHOOKS + '[[webhook]]\nurl = "three"\n[[webhook]]\nurl = "http://four"\nknds = ["sunk"]\n'


def started(folder: Path, text: str) -> Usable:
    file = folder / "tidetable.toml"
    file.write_text(text, encoding="utf-8")
    return usable(file, {"HOME": str(folder)}, folder, folder)


def addresses(found: Usable) -> list[str]:
    return [hook.url for hook in found.settings.webhooks]


def told(faults: tuple[Fault, ...], lang: str) -> list[str]:
    return [str(TEXTS.tell(lang, fault.told)) for fault in faults]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_faulty_webhook_is_told_and_left_out(tmp_path: Path, lang: str) -> None:
    found = started(tmp_path, TYPO)
    assert addresses(found) == ["http://one", "http://two"]
    assert [fault.key for fault in found.faults] == ["webhook.3.url", "webhook.4.knds"]
    used, expected = TEXTS.say(lang, "health.list-without"), TEXTS.say(lang, "expected.hook")
    near = TEXTS.say(lang, "health.near", near="kinds")
    unknown = TEXTS.say(lang, "health.unknown", key="webhook.4.knds", near=near)
    assert told(found.faults, lang) == [
        TEXTS.say(lang, "health.value", key="webhook.3.url", given="'three'", expected=expected, used=used),
        TEXTS.say(lang, "health.and-so", told=unknown, used=used),
    ]


def test_the_last_good_ones_stand_in_for_all(tmp_path: Path) -> None:
    (tmp_path / LAST_GOOD).write_text('[[webhook]]\nurl = "http://old"\n', encoding="utf-8")
    found = started(tmp_path, TYPO)
    assert addresses(found) == ["http://old"]
    assert TEXTS.say("en", "health.list-last") in told(found.faults, "en")[0]


def test_a_last_good_file_without_webhooks_leaves_those_that_are_good(tmp_path: Path) -> None:
    (tmp_path / LAST_GOOD).write_text("[web]\nport = 81\n", encoding="utf-8")
    found = started(tmp_path, TYPO)
    assert addresses(found) == ["http://one", "http://two"]
    assert TEXTS.say("en", "health.list-without") in told(found.faults, "en")[0]


def test_ok_at_the_table_keeps_a_faulty_one_left_out_and_no_other(tmp_path: Path) -> None:
    found = started(tmp_path, TYPO)
    assert [fault.mends for fault in found.faults] == [(), ()], "no page chooses an address"
    assert found.faults[0].ok is not None
    assert Mender(tmp_path, found.faults).keep(found.faults[0].ok.line) == "webhook.3.url"
    again = started(tmp_path, TYPO)
    assert [fault.key for fault in again.faults] == ["webhook.4.knds"]
    assert addresses(again) == ["http://one", "http://two"]
    edited = started(tmp_path, TYPO.replace('"three"', '"thrice"'))
    assert [fault.key for fault in edited.faults] == ["webhook.3.url", "webhook.4.knds"]


def test_a_password_in_an_address_is_told_nowhere(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    found = started(tmp_path, '[[webhook]]\nurl = "https://ann:secret@hooks.example/"\n')
    assert len(found.faults) == 1
    assert "hooks.example" in caplog.text
    assert "secret" not in caplog.text + repr(found.faults)
