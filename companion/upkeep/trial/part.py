"""The trial of pins, screen and tray, as an optional part."""

from __future__ import annotations

from companion.parts.table import Parts
from companion.upkeep.trial.trial import WiringTrial, WrittenSettings


def make(table: Parts) -> WiringTrial:
    """Return the trial of *table*."""
    source = table.settings.source
    trial = WiringTrial(
        WrittenSettings(table.data, str(source) if source is not None else "", table.options.written),
        table.devices.screen,
        table.asking,
        table.session,
        later=table.timers.after,
        power=table.power,
    )
    table.closers.add(trial.close)
    return trial
