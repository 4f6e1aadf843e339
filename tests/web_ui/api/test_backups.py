"""The names of backups' files, as a phone keeps them."""

from __future__ import annotations

import pytest

from web_ui.api.backups import file_name


@pytest.mark.parametrize(
    ("table", "at", "name"),
    [
        ("Chez Mamie", "2026-11-28T12:15:03.120Z", "Chez-Mamie-2026-11-28.zip"),
        ("Fête / du\r\nport", "", "Fête-du-port.zip"),
        ("../..", "2026-11-28T12:15:03.120Z", "tidetable-2026-11-28.zip"),
        ("桌子", "nobody knows", "桌子.zip"),
    ],
)
def test_a_backup_is_called_by_its_table_and_its_date_here(table: str, at: str, name: str) -> None:
    assert file_name(table, at) == name
