"""The broker of the settings: its address, its login and their faults."""

from __future__ import annotations

import ssl
from ipaddress import ip_address
from pathlib import Path

from companion.model.reports.faults import Fault
from companion.outside.faults import BROKER, house_fault
from companion.outside.mqtt.client.connection import BrokerAddress, Failure
from companion.runtime.foreign_file import open_file
from companion.settings.tables import MqttSettings

PORTS = {"mqtt": 1883, "mqtts": 8883}
LOCALHOST = "localhost"
MAX_PASSWORD = 4096


class BadAddress(Exception):
    """An unusable broker; *fault* explains it to people."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.key)
        self.fault = fault


def address_of(settings: MqttSettings) -> BrokerAddress:
    """Return the address of the broker of *settings*, with its password.

    :raises BadAddress: if the file of the password, or that of the certificate authority, can't be read.
    """
    scheme, _, rest = settings.broker.partition("://")
    host, _, port = rest.partition(":")
    return BrokerAddress(
        host,
        int(port) if port else PORTS[scheme],
        tls=scheme == "mqtts",
        user=settings.user,
        password=_password(settings),
        ca=_checked_ca(settings) if scheme == "mqtts" else None,
    )


def _password(settings: MqttSettings) -> str:
    file = settings.password_file
    if file is None:
        return ""
    try:
        with open_file(file) as opened:
            return opened.read(MAX_PASSWORD).decode("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadAddress(house_fault("password", file=str(file))) from error


def _checked_ca(settings: MqttSettings) -> Path | None:
    file = settings.ca
    if file is not None:
        try:
            ssl.create_default_context(cafile=str(file))
        except OSError as error:  # an ssl.SSLError is one too
            raise BadAddress(house_fault("ca", file=str(file))) from error
    return file


def why_not_pressed(settings: MqttSettings) -> Fault | None:
    """Return the fault of allowed presses by an insecure broker.

    None if presses are secure or off. Without a user, or without TLS, a stranger could press too.
    """
    if not settings.may_press or not settings.broker:
        return None
    if not settings.user:
        return house_fault("press-user")
    scheme, _, rest = settings.broker.partition("://")
    if scheme == "mqtt" and not _is_here(rest.partition(":")[0]):
        return house_fault("press-tls")
    return None


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == LOCALHOST


def broker_fault(failure: Failure, host: str) -> Fault:
    """Return the fault of *failure* at the broker on *host*."""
    return house_fault(failure, BROKER, host=host)
