"""Edits of a kit's text: everything else stays as it was written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.engine.values.message import Message
from companion.kits.format.checks import cut
from companion.maker import shape
from companion.maker.blocks import Block, Path, Statement, blocks
from companion.maker.names import TooManyPlaces, with_names
from companion.maker.references import ValueChange, change_of, changes
from companion.maker.toml_text import NotTomlValue, key_of, statement, with_order, with_value
from companion.maker.wire import MAX_TEXT, KitEdit
from companion.runtime.foreign_file import toml_of

MAX_APART = 8
"""Maximum number of texts changed by a rename: two in each language."""
Data = Mapping[str, Any]


class BadEdit(ValueError):
    """An edit that can't be made; *said* tells why."""

    def __init__(self, said: Message) -> None:
        super().__init__(said.key)
        self.said = said


class Site(Struct, frozen=True):
    """A value's place: a table of the text, and keys inside it.

    *own* is the statement that holds it, None if there is none yet.
    """

    block: Block
    keys: Path
    own: Statement | None


def edited(text: str, edit: KitEdit) -> str:
    """Return *text* after *edit*.

    :raises BadEdit: it can't be made.
    """
    try:
        toml_of(text)  # the search for tables takes long in anything else
        made = _EDITS[edit.do](_ended(text), edit)
        toml_of(made)
    except BadEdit:
        raise
    except TooManyPlaces as error:
        raise BadEdit(Message("maker.fault.places", {"name": _shown(edit.path[-1:])})) from error
    except (NotTomlValue, ValueError, KeyError, TypeError) as error:
        raise BadEdit(Message("maker.fault.value", {"place": _shown(edit.path)})) from error
    if len(made) > MAX_TEXT:
        raise BadEdit(Message("maker.fault.long", {"maximum": MAX_TEXT // 1024}))
    return made


def value_at(data: Any, path: Path) -> Any:
    """Return the value of *data* at *path*, None if there is none."""
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


def _shown(path: Path) -> str:
    return cut(" ".join(path))


def _missing(path: Path) -> BadEdit:
    return BadEdit(Message("maker.fault.gone", {"place": _shown(path)}))


# ------------------------------------------------------------------ values
def _set(text: str, edit: KitEdit) -> str:
    if not edit.path:
        raise _missing(edit.path)
    if edit.value is None:
        return _removed(text, edit.path)
    header = edit.path[: shape.depth(edit.path)]
    if header == edit.path and not isinstance(edit.value, Mapping):
        text, header = _removed(text, header) if _is_table(text, header) else text, header[:2]
    elif header == edit.path or _is_table(text, edit.path):
        return _with_table(text, edit.path, edit.value)
    site = _site(text, edit.path, len(header))
    if site is None:
        return _inserted(text, header, _table_text(header, _nested(edit.path[len(header) :], edit.value)))
    if site.own is None:
        key, *rest = site.keys
        return _with_line(text, site.block, key, statement(key, _nested(tuple(rest), edit.value)))
    return _with_value(text, site.own, site.keys, edit.value)


def _with_value(text: str, own: Statement, keys: Path, value: Any) -> str:
    """Return *text* with another *value* at *keys* of the statement *own*."""
    return f"{text[: own.start]}{with_value(text[own.start : own.end], keys, value)}{text[own.end :]}"


def _is_table(text: str, path: Path) -> bool:
    return any(block.path[: len(path)] == path for block in blocks(text))


def _nested(keys: Path, value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _site(text: str, path: Path, depth: int) -> Site | None:
    """Return the place for the value at *path*; None without its table.

    The table's header would have *depth* keys.
    """
    found = [block for block in blocks(text) if block.path == path[: len(block.path)] and len(block.path) < len(path)]
    found.sort(key=lambda block: -len(block.path))
    for block in found:
        keys = path[len(block.path) :]
        for own in block.keys:
            if own.path[: len(keys)] == keys or keys[: len(own.path)] == own.path:
                return Site(block, keys, own)
    nearest = found[0]  # the lines above all tables are always there
    return Site(nearest, path[len(nearest.path) :], None) if len(nearest.path) >= depth else None


def _with_line(text: str, block: Block, key: str, line: str) -> str:
    """Return *text* with a *line* for *key*, in the format's order."""
    order = shape.keys_of(block.path)
    rank = order.index(key) if key in order else len(order)
    before = [each for each in block.keys if each.path[0] not in order or order.index(each.path[0]) < rank]
    at = before[-1].end if before else block.body
    if not before and block.header is None:
        at = block.keys[0].start if block.keys else block.end
    return f"{text[:at]}{line}{text[at:]}"


def _removed(text: str, path: Path) -> str:
    """Return *text* without the table or value at *path*."""
    spans = []
    for block in blocks(text):
        if block.header is not None and block.path[: len(path)] == path:
            spans.append((block.start, block.end))
            continue
        keys = path[len(block.path) :]
        if block.path != path[: len(block.path)]:
            continue
        for own in block.keys:
            if own.path[: len(keys)] == keys:
                spans.append((own.start, own.end))
            elif keys[: len(own.path)] == own.path:
                return _with_value(text, own, keys, None)
    if not spans:
        raise _missing(path)
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


def _remove(text: str, edit: KitEdit) -> str:
    if not edit.path:
        raise _missing(edit.path)
    return _removed(text, edit.path)


# ------------------------------------------------------------------ tables
def _with_table(text: str, path: Path, value: Any) -> str:
    """Return *text* with the table at *path* set to *value*."""
    if not isinstance(value, Mapping):
        raise NotTomlValue
    there = value_at(toml_of(text), path)
    if not _is_table(text, path):
        site = None if there is None else _site(text, path, len(path) - 1)
        if isinstance(there, Mapping) and site is not None and site.own is not None:
            return _with_value(text, site.own, site.keys, value)
        text = text if there is None else _removed(text, path)
        return _inserted(text, path, _table_text(path, value))
    for key in [key for key in there if key not in value]:
        text = _removed(text, (*path, key))
    for key, inner in value.items():
        if there.get(key) != inner:
            text = _set(text, KitEdit("set", (*path, key), value=inner))
    return text


def _table_text(path: Path, content: Any) -> str:
    """Return the text of the table at *path* and its inner tables."""
    if not isinstance(content, Mapping):
        raise NotTomlValue
    inner = {
        key: value
        for key, value in content.items()
        if shape.depth((*path, key)) > len(path) and isinstance(value, Mapping)
    }
    own = {key: value for key, value in content.items() if key not in inner}
    lines = [statement(key, value) for key, value in own.items()]
    if lines or not inner:
        lines.insert(0, f"[{'.'.join(key_of(key) for key in path)}]\n")
    lines += [_table_text((*path, key), value) for key, value in inner.items()]
    return "".join(lines)


def _inserted(text: str, path: Path, table: str) -> str:
    """Return *text* with *table* added after others of its kind."""
    found = blocks(text)
    before = [block for block in found if _comes_before(block.path, path)]
    at = before[-1].end if before else 0
    is_spaced = len(found) == 1 or any(text[block.start] in "\r\n" for block in found[1:])
    blank = "\n" if is_spaced and at else ""
    return f"{text[:at]}{blank}{table}{text[at:]}"


def _comes_before(path: Path, new: Path) -> bool:
    """Return True if the table at *path* stands above a *new* one."""
    if not path:
        return True
    return shape.rank(path[0]) <= shape.rank(new[0]) if path[0] != new[0] else path[:2] == new[:2] or len(new) <= 2


def _add(text: str, edit: KitEdit) -> str:
    data = toml_of(text)
    if edit.table not in shape.STARTS:
        raise BadEdit(Message("maker.fault.table", {"name": cut(edit.table)}))
    way = shape.path_of(edit.table, edit.of)
    if len(way) > 1 and not isinstance(value_at(data, way[:2]), Mapping):
        raise _missing(way[:2])
    if shape.is_named(edit.table):
        way = (*way, shape.free_name(edit.name or way[-1], data, way))
    if not way[-1] or value_at(data, way) is not None:
        raise BadEdit(Message("maker.fault.taken", {"name": _shown(way)}))
    return _inserted(text, way, _table_text(way, shape.STARTS[edit.table] if edit.value is None else edit.value))


def _rename(text: str, edit: KitEdit) -> str:
    path, data = edit.path, toml_of(text)
    if value_at(data, path) is None or not path:
        raise _missing(path)
    name = edit.name if path[0] == "on" or len(path) == shape.depth(path) + 1 else shape.name_of(edit.name)
    if not name:
        raise NotTomlValue
    new = (*path[:-1], name)
    if new == path:
        return text
    if value_at(data, new) is not None:
        raise BadEdit(Message("maker.fault.taken", {"name": cut(name)}))
    text, _ = with_names(text, [ValueChange(path, key=name)])
    text, rest = with_names(text, changes(toml_of(text), change_of(path, name)))
    if len(rest) > MAX_APART:
        raise TooManyPlaces
    for change in rest:
        text = _set(text, KitEdit("set", change.path, value=change.value))
    return text


# ------------------------------------------------------------------ order
def _move(text: str, edit: KitEdit) -> str:
    path, before = edit.path, edit.before
    data = toml_of(text)
    target = None if before is None else (*path[:-1], before)
    if not path or value_at(data, path) is None or (target is not None and value_at(data, target) is None):
        raise _missing(path if target is None or value_at(data, path) is None else target)
    if target == path:
        return text
    own = [block for block in blocks(text) if block.path[: len(path)] == path]
    if own:
        return _blocks_moved(text, own, path, target)
    site = _site(text, path, len(path) - 1)
    if site is None or site.own is None:
        raise _missing(path)
    if site.own.path == site.keys:
        return _line_moved(text, site.block, site.own, target)
    line = text[site.own.start : site.own.end]
    names = [key for key in value_at(toml_of(line), site.keys[:-1]) if key != path[-1]]
    names.insert(len(names) if before is None else names.index(before), path[-1])
    line = with_order(line, site.keys[:-1], {name: name for name in names})
    return f"{text[: site.own.start]}{line}{text[site.own.end :]}"


def _blocks_moved(text: str, own: list[Block], path: Path, target: Path | None) -> str:
    parts = [text[block.start : block.end] for block in own]
    for block in reversed(own):
        text = text[: block.start] + text[block.end :]
    others = [block for block in blocks(text) if block.header is not None]
    if target is None:
        siblings = [block for block in others if block.path[: len(path) - 1] == path[:-1]]
        at = siblings[-1].end if siblings else own[0].start
    else:
        at = next((block.start for block in others if block.path[: len(target)] == target), -1)
    if at < 0:
        raise _missing(target or path)
    return f"{text[:at]}{''.join(parts)}{text[at:]}"


def _line_moved(text: str, block: Block, own: Statement, target: Path | None) -> str:
    line = text[own.start : own.end]
    if target is None:
        at = block.keys[-1].end
    else:
        at = next((key.start for key in block.keys if (*block.path, *key.path) == target), -1)
    if at < 0:
        raise _missing(target or ())
    return _cut_and_put(text, own, line, at)


def _cut_and_put(text: str, own: Statement, line: str, at: int) -> str:
    if at <= own.start:
        return f"{text[:at]}{line}{text[at : own.start]}{text[own.end :]}"
    return f"{text[: own.start]}{text[own.end : at]}{line}{text[at:]}"


def _name(text: str, edit: KitEdit) -> str:
    """Return *text* with the kit's slug and title in each given language."""
    if edit.slug:
        text = _set(text, KitEdit("set", ("slug",), value=edit.slug))
    for language, title in edit.title.items():
        path = ("text", language, "name")
        if title:
            text = _set(text, KitEdit("set", path, value=title))
        elif value_at(toml_of(text), path) is not None:
            text = _removed(text, path)
    return text


_EDITS: Mapping[str, Callable[[str, KitEdit], str]] = {
    "add": _add, "set": _set, "remove": _remove, "rename": _rename, "move": _move, "name": _name,
}  # fmt: skip
