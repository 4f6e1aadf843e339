"""The form of pins, screen and tray, derived from the settings' declaration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.values.message import Message
from companion.model.reports.wiring import WiringFault, WiringField, WiringGroup, WiringOption
from companion.settings.checks import faults_in
from companion.settings.choices import CHOSEN_TABLES, Plain, value_in, wiring_of, with_values
from companion.settings.keys import KEYS, SettingsKey
from hardware.board.wiring import LAST_PIN, RESERVED, PinNumbers, header_pin

FIELDS: Mapping[str, SettingsKey] = {key.called: key for key in KEYS if key.table in CHOSEN_TABLES}
"""The keys of the form."""
TRAY_PORTS = ("auto", "none", "emulated")


def groups(current: Mapping[str, Any], beneath: Mapping[str, Any]) -> tuple[WiringGroup, ...]:
    """Return the form's groups with the values of *current*.

    *beneath* is the same settings without the choices of the page.
    """
    return tuple(
        WiringGroup(
            table,
            tuple(_field(key, current, beneath) for key in FIELDS.values() if key.table == table),
        )
        for table in CHOSEN_TABLES
    )


def label_of(called: str) -> Message:
    """Return the label of the field *called*."""
    return Message(f"wiring-page.{called}")


def judge(sent: Mapping[str, str], current: Mapping[str, Any]) -> tuple[dict[str, Plain], tuple[WiringFault, ...]]:
    """Return the values *sent* for fields, and their faults.

    Fields that aren't sent have the values of *current*.
    """
    values = {called: _parsed(FIELDS[called], text) for called, text in sent.items() if called in FIELDS}
    wrong = {called for called, value in values.items() if not FIELDS[called].accepts(value)}
    faults = [WiringFault(called, FIELDS[called].expected) for called in values if called in wrong]
    good = {called: value for called, value in values.items() if called not in wrong}
    made = with_values(current, good)
    faults += [WiringFault(fault.key, fault.expected) for fault in faults_in(None, made) if fault.key in FIELDS]
    return good, (*faults, *_pin_faults(made))


def _field(key: SettingsKey, current: Mapping[str, Any], beneath: Mapping[str, Any]) -> WiringField:
    now, filed = value_in(current, key.called), value_in(beneath, key.called)
    is_pin = key.name in PinNumbers.__struct_fields__
    has_hint = key.table != "pins" or not is_pin
    return WiringField(
        key=key.called,
        label=label_of(key.called),
        hint=Message(f"settings.{key.called}") if has_hint else None,
        value=_written(key, now),
        usual=_written(key, None),
        filed="" if filed is None or filed == now else _written(key, filed),
        options=tuple(_pin_options() if is_pin else _options(key)),
        expected=key.expected,
    )


def _written(key: SettingsKey, value: Plain | None) -> str:
    """Return *value* as people write it; None is the default."""
    used = key.default if value is None else value
    return str(key.marks.get("written", "{}").format(used)) if isinstance(used, int) else str(used)


def _options(key: SettingsKey) -> Iterator[WiringOption]:
    words = key.choices or key.words
    for word in words:
        yield WiringOption(str(word), Message("menu.word", {"word": str(word)}))


def _pin_options() -> Iterator[WiringOption]:
    for number in range(LAST_PIN + 1):
        if number not in RESERVED:
            yield WiringOption(str(number), Message("wiring-page.gpio", {"number": number, "pin": header_pin(number)}))


def _parsed(key: SettingsKey, text: str) -> Plain:
    """Return the value that *text* means for *key*, or *text* itself."""
    listed = next((word for word in (*key.choices, *key.words) if str(word) == text), None)
    if listed is not None:
        return listed
    is_number = "low" in key.marks and not key.choices
    try:
        return int(text, 0) if is_number else text
    except ValueError:
        return text


def _pin_faults(document: Mapping[str, Any]) -> Iterator[WiringFault]:
    """Yield a fault for each thing on a reserved or shared pin."""
    pins = {**PinNumbers().by_name, **wiring_of(document)}
    for name, pin in pins.items():
        other = next((each for each in pins if each != name and pins[each] == pin), "")
        if pin in RESERVED:
            yield WiringFault(f"pins.{name}", Message("wiring-page.reserved", {"number": pin}))
        elif other:
            values = {"number": pin, "other": label_of(f"pins.{other}")}
            yield WiringFault(f"pins.{name}", Message("wiring-page.twice", values))
