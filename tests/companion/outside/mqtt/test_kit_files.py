from __future__ import annotations

import pytest

from companion.kits.format.kit_file import shipped_kits
from companion.outside.mqtt.kit_files import NoKit, slug_of
from companion.runtime.foreign_file import MAX_DOTS
from tests.support.paths import KITS


@pytest.mark.parametrize("kit", shipped_kits(), ids=lambda kit: kit.kit.slug)
def test_a_kit_names_itself(kit: object) -> None:
    slug = kit.kit.slug  # type: ignore[attr-defined]
    assert slug_of((KITS / f"{slug}.toml").read_text("utf-8")) == slug


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no slug"),
        ("slug = 7", "no slug"),
        ("[slug]\na = 1", "no slug"),
        ("slug = ", "no TOML"),
        ("a = " + "[" * 30_000 + "]" * 30_000, "too many dots or brackets"),
        # What follows is TOML that takes Python's reader minutes.
        (".".join("a" * 30_000) + " = 1", "too many dots or brackets"),
        (".".join(['"a\u2028"'] * 10_000) + " = 1", "too many dots or brackets"),
        ("x = 1\r\n[" + ".".join("a" * (MAX_DOTS + 2)) + "]", "too many dots or brackets"),
    ],
    ids=range(8),
)
def test_what_is_no_kit_is_refused_before_anything_takes_long(text: str, why: str) -> None:
    with pytest.raises(NoKit, match=f"^{why}$"):
        slug_of(text)
