from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.run import _greet


def test_an_address_that_no_phone_reaches_is_told_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    _greet("http://192.168.1.7:8080/", Path("/data"))
    assert "http://192.168.1.7:8080/" in capsys.readouterr().err
    _greet("", Path("/data"))
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(" /data")
