"""Attached and added parts: dice tray, network, kits, games, settings."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from companion.doctor.place import SystemPlace
from companion.engine.values.message import Message
from companion.model.reports.faults import Fault
from companion.model.reports.findings import Finding, fault, none, ok, warning
from companion.network.addresses import LOOPBACKS, addresses_for, running_links
from companion.network.judgement import Judgement, Reading, judge
from companion.network.survey import read
from firmware_host.line import Greeting, SerialLine
from firmware_host.link import ABSENT, CLOSED, FORBIDDEN, SILENT
from firmware_host.port import NOT_ALLOWED, SerialPort, plugged_in
from firmware_host.stand_in import FAILED
from firmware_host.tlink import TrayRefused

OLD, GONE = "device.dicetray.version", "device.dicetray.gone"
"""Troubles of a tray: another firmware version, or unplugged."""
TRAY_FAULTS = {
    OLD: "tray-old",
    GONE: "tray-gone",
    ABSENT: "tray-absent",
    SILENT: "tray-silent",
    CLOSED: "tray-closed",
    FORBIDDEN: "tray-forbidden",
    FAILED: "tray-failed",
}
"""Findings of a tray that no table holds, by trouble."""


@dataclass(frozen=True)
class TrayReading:
    """The tray's *firmware*, "" without a greeting, and its *trouble*.

    *trouble* is "" if there is no tray.
    """

    firmware: str = ""
    trouble: str = ""
    simulated: bool = False


def read_tray(place: SystemPlace) -> TrayReading:
    """Ask the table about its tray, or greet a plugged-in one.

    It greets one only if no table runs.
    """
    port = place.settings.dicetray.port
    if place.held is not None:
        held = place.held()
        simulated = held.tray is not None and held.tray.simulated
        if held.greeting is not None:
            return TrayReading(held.greeting.firmware, simulated=simulated)
        return TrayReading(trouble=held.tray.trouble if held.tray is not None else "", simulated=simulated)
    if port == "none" or place.simulated:
        return TrayReading()
    ports = plugged_in() if port in ("auto", "emulated") else [port]
    return _greeted(ports[0]) if ports else TrayReading()


def _greeted(path: str) -> TrayReading:
    try:
        port = SerialPort(path)
    except OSError as fault:
        if fault.errno == errno.ENOENT:
            return TrayReading(trouble=ABSENT)
        return TrayReading(trouble=FORBIDDEN if fault.errno in NOT_ALLOWED else CLOSED)
    try:
        greeting: Greeting = SerialLine(port).greet()
    except TrayRefused:
        return TrayReading(trouble=OLD)
    except OSError:
        return TrayReading(trouble=SILENT)
    finally:
        port.close()
    return TrayReading(greeting.firmware)


def judge_tray(tray: TrayReading) -> Finding:
    """Judge whether a connected tray can be used."""
    if tray.firmware:
        return ok("tray-drawn" if tray.simulated else "tray-ok", firmware=tray.firmware)
    if not tray.trouble or (tray.simulated and tray.trouble != FAILED):
        return none("tray-none")
    return fault(TRAY_FAULTS[tray.trouble])


@dataclass(frozen=True)
class Network:
    """The network's judgement on access by phones, and the table's address.

    *judged* is None if the settings serve this computer alone.
    """

    judged: Judgement | None
    address: str = ""


def read_network(place: SystemPlace) -> Network:
    """Read the network, and ask it unless somebody has come.

    Asking takes one to three seconds.
    """
    host = place.settings.web.host
    if host in LOOPBACKS:
        return Network(None)
    addresses = addresses_for(host)
    judged = place.network() if place.held is not None else judge(read(host=host))
    return Network(judged or judge(Reading(running_links(), addresses)), next(iter(addresses), ""))


def judge_network(network: Network) -> Finding:
    """Judge whether phones can reach the table; play needs none."""
    word = network.judged
    if word is None:
        return none("network-here")
    if word == "fine":
        return ok("network-ok", address=network.address)
    return Finding("warning", Message(f"network.{word}"), Message(f"network.{word}-remedy"))


@dataclass(frozen=True)
class House:
    """The *broker* of the settings, and the number of *webhooks*.

    *broker* is "" for none. *is_running* is true if a running table sends to them. *faults* keep it from that.
    """

    broker: str
    is_running: bool
    faults: tuple[Fault, ...] = ()
    webhooks: int = 0


def read_house(place: SystemPlace) -> House:
    """Return the running table's state of broker and webhooks.

    Without a running table they aren't contacted.
    """
    broker, webhooks = place.settings.mqtt.broker.partition("://")[2], len(place.settings.webhooks)
    return House(broker, place.held is not None, place.house, webhooks)


def judge_house(house: House) -> Finding:
    """Judge whether broker and webhooks get messages; play needs none."""
    if house.faults:
        told, remedies = (tuple(each) for each in zip(*((it.told, it.remedy) for it in house.faults), strict=True))
        remedy = Message("doctor.house-wrong-remedy", {"remedies": remedies})
        return Finding("fault", Message("doctor.house-wrong", {"faults": told}), remedy)
    if not house.broker and house.webhooks:
        count = house.webhooks
        return ok("house-hooks", count=count) if house.is_running else none("house-hooks-idle", count=count)
    if not house.broker:
        return none("house-off")
    return ok("house-ok", host=house.broker) if house.is_running else none("house-idle", host=house.broker)


@dataclass(frozen=True)
class Kits:
    """The unusable files of kits, games and languages."""

    left_out: tuple[str, ...]


def read_kits(place: SystemPlace) -> Kits:
    """Return the files left out of the library."""
    return Kits(() if place.library is None else place.library.left_out)


def judge_kits(kits: Kits) -> Finding:
    """Judge whether all additions can be used."""
    if kits.left_out:
        return warning("kits-left-out", files=kits.left_out)
    return ok("kits-ok")


@dataclass(frozen=True)
class Wrong:
    """Sentences on unusable settings."""

    told: tuple[Message, ...]


def read_settings(place: SystemPlace) -> Wrong:
    """Return the faults of the settings."""
    return Wrong(tuple(each.told for each in place.faults))


def judge_settings(wrong: Wrong) -> Finding:
    """Judge whether all settings are valid."""
    return fault("settings-wrong", faults=wrong.told) if wrong.told else ok("settings-ok")
