"""The form for pins, screen and tray on the owner's page."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.values.message import Message


class WiringOption(Struct, frozen=True):
    """A value to choose: as it is sent, and its label."""

    value: str
    label: Message


class WiringField(Struct, frozen=True, kw_only=True):
    """A field: its *key*, its *value* in force and its *usual* one.

    It has *options*, or else what is *expected*. *filed* is the value in the settings file if a choice of the page is
    over it, "" otherwise.
    """

    key: str
    label: Message
    hint: Message | None
    value: str
    usual: str
    filed: str
    options: tuple[WiringOption, ...]
    expected: Message


class WiringGroup(Struct, frozen=True):
    """The fields of one table of the settings."""

    table: str
    fields: tuple[WiringField, ...]


class WiringForm(Struct, frozen=True):
    """The whole form, from the settings *file*, "" for none.

    *run* is another after each start of the table. *is_trial* while the table waits for a confirmation. *refused* names
    the fields of the last trial that nobody confirmed.
    """

    groups: tuple[WiringGroup, ...]
    file: str
    run: str
    is_trial: bool
    refused: tuple[Message, ...] = ()


class WiringFault(Struct, frozen=True):
    """A wrong value in the field *key*, and the *expected* one."""

    key: str
    expected: Message
