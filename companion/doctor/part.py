"""The doctor of a running table, as an optional part."""

from __future__ import annotations

from companion.doctor.fixes import FIXES, copy_to_stick
from companion.doctor.place import Held, SystemPlace
from companion.doctor.table_doctor import TableDoctor
from companion.parts.devices import TableDevices
from companion.parts.optional import HELPER
from companion.parts.table import Parts


def make(table: Parts) -> TableDoctor:
    """Return the doctor of *table*."""
    helper, devices = table.optional.get(HELPER), table.devices
    place = SystemPlace(
        table.settings,
        table.data,
        table.clock,
        library=table.library,
        held=lambda: held(devices),
        simulated=devices.pins.all_simulated,
        network=table.network_health.now,
    )
    doctor = TableDoctor(
        place,
        table.health.faults,
        fixes={**FIXES, "backup": helper.with_sticks(copy_to_stick), **helper.fixes()},
        told_date=lambda: helper.ask_for_clock(table.clock.utc_text),
    )
    return table.closers.joined(doctor)


def held(devices: TableDevices) -> Held:
    """Return the state of the *devices* that only this program can ask."""
    tray = devices.tray.tray
    return Held(devices.screen.status, devices.buttons.status, devices.pins.status, tray.status, tray.greeting)
