"""What a viewer may see, as plain data: its words still to be said, and what isn't sent left out."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, fields

from companion.engine.values.message import Message
from companion.model.snapshot import Snapshot


def seen_plain(published: Snapshot, viewer: int, speaks_for: frozenset[int]) -> dict[str, Any]:
    plain = _plain(published.seen_by(viewer, speaks_for))
    assert isinstance(plain, dict)
    return plain


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not isinstance(value, Struct) or isinstance(value, Message):
        return value
    omits = value.__struct_config__.omit_defaults
    defaults = {field.name: field.default for field in fields(value)} if omits else {}
    return {
        name: _plain(each) for name, each in asdict(value).items() if name not in defaults or each != defaults[name]
    }
