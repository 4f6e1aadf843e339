"""Pins, screen and tray chosen on the owner's page.

Law: a choice counts over the settings file, and is valid while the settings under it stay the same, so a later edit of
the file has the last word. New choices are on trial: those before are kept beside them, and count again unless somebody
confirms the new ones.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from companion.runtime.atomic_file import keep
from companion.settings.checks import faults_in
from companion.settings.keys import BY_NAME
from hardware.board.wiring import Wiring, WiringError

log = logging.getLogger(__name__)

FILE = "settings.chosen.json"
"""The file with the choices, in the data folder."""
CHOSEN_TABLES = ("pins", "oled", "dicetray")
"""The tables of the settings that the page offers, in its order."""
Plain: TypeAlias = int | str


class WiringChoice(Struct, frozen=True):
    """A chosen *value* and the one *under* it, if any."""

    value: Plain
    under: Plain | None = None


class ChosenWiring(Struct, frozen=True):
    """The choices *now*, by key, and those *before* them during a trial.

    A trial *is_tried* once a start has begun with it. *display* is the file of the display's driver, replaced by a
    choice, "" for none. *refused* are the values of the last trial that nobody confirmed.
    """

    now: dict[str, WiringChoice] = {}
    before: dict[str, WiringChoice] | None = None
    is_tried: bool = False
    display: str = ""
    refused: dict[str, Plain] = {}

    @property
    def confirmed(self) -> Mapping[str, WiringChoice]:
        """The choices that count without a trial."""
        return self.now if self.before is None else self.before


def load(data: Path) -> ChosenWiring:
    """Return the choices in the folder *data*; none if unreadable."""
    try:
        return msgspec.json.decode((data / FILE).read_bytes(), type=ChosenWiring)
    except FileNotFoundError:
        return ChosenWiring()
    except (OSError, ValueError, RecursionError) as error:
        log.warning("the choices of the owner's page can't be read: %s", error)
        return ChosenWiring()


def save(data: Path, choices: ChosenWiring) -> None:
    """Store *choices* in the folder *data*.

    :raises OSError: they can't be written.
    """
    keep(data / FILE, msgspec.json.encode(choices))


def over(document: Mapping[str, Any], data: Path, *, is_trial: bool = False) -> dict[str, Any]:
    """Return *document*, without faults, under the valid choices in *data*.

    Choices on trial count only if *is_trial*, which is for the one start that tries them.
    """
    found = load(data)
    chosen = found.now if is_trial else found.confirmed
    valid = {key: each.value for key, each in chosen.items() if _is_valid(key, each, document)}
    return _without_conflicts(document, valid)


def with_values(document: Mapping[str, Any], values: Mapping[str, Plain]) -> dict[str, Any]:
    """Return *document* with *values* by key."""
    made = {**document}
    for called, value in values.items():
        table, _, name = called.partition(".")
        made[table] = {**made.get(table, {}), name: value}
    return made


def value_in(document: Mapping[str, Any], called: str) -> Plain | None:
    """Return the value of the key *called* in *document*, None for none."""
    table, _, name = called.partition(".")
    value: Plain | None = document.get(table, {}).get(name)
    return value


def wiring_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the pins of *document* by thing."""
    return {name: pin for name, pin in document.get("pins", {}).items() if name in Wiring.__struct_fields__}


def _is_valid(called: str, choice: WiringChoice, document: Mapping[str, Any]) -> bool:
    key = BY_NAME.get(called)
    is_known = key is not None and key.table in CHOSEN_TABLES and key.accepts(choice.value)
    return is_known and value_in(document, called) == choice.under


def _without_conflicts(document: Mapping[str, Any], values: Mapping[str, Plain]) -> dict[str, Any]:
    """Return *document* with *values*, but for the tables where they conflict.

    The file may have moved another thing to a chosen pin since.
    """
    made = with_values(document, values)
    wrong = {fault.key.partition(".")[0] for fault in faults_in(None, made)}
    if values and _is_miswired(made):
        wrong.add("pins")
    kept = {called: value for called, value in values.items() if called.partition(".")[0] not in wrong}
    if len(kept) == len(values):
        return made
    log.warning("choices of the owner's page conflict with the settings and don't count: %s", ", ".join(sorted(wrong)))
    return with_values(document, kept)


def _is_miswired(document: Mapping[str, Any]) -> bool:
    try:
        Wiring.from_settings(wiring_of(document))
    except WiringError:
        return True
    return False
