"""What a viewer may see, as plain data: its words still to be said, and what isn't sent left out."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, fields

from companion.engine.values.message import Constant, Message
from companion.model.snapshot import Snapshot


def seen_plain(published: Snapshot, viewer: int, speaks_for: frozenset[int]) -> dict[str, Any]:
    found: dict[str, Any] = plain(published.seen_by(viewer, speaks_for))
    return found


def plain(value: Any) -> Any:
    """Return *value* as it will be sent, but for its sentences: structs as dicts, tuples as lists."""
    if isinstance(value, Constant):
        return plain(value.value)
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if not isinstance(value, Struct) or isinstance(value, Message):
        return value
    defaults = _left_out(type(value))
    return {name: plain(each) for name, each in asdict(value).items() if name not in defaults or each != defaults[name]}


@cache
def _left_out(kind: type[Struct]) -> dict[str, Any]:
    """Return at which value each field of *kind* isn't sent."""
    omits = kind.__struct_config__.omit_defaults
    return {field.name: field.default for field in fields(kind)} if omits else {}
