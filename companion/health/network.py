"""Faults of where the table is served."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.model.faults import Fault


def port_fault(wanted: int, used: int) -> Fault:
    """Return the fault of a port that another program has, or that isn't ours to have."""
    told = Message("health.port", {"wanted": str(wanted), "used": str(used)})
    short = Message("stage.fault-port", {"wanted": str(wanted), "used": str(used)})
    text, remedy = Message("health.port-taken"), Message("health.port-remedy")
    return Fault("web.port", Message("stage.network"), short, text, told, remedy)


def host_fault(host: str) -> Fault:
    """Return the fault of a host in the settings that is no address of this computer."""
    told, short = Message("health.host", {"host": host}), Message("stage.fault-host", {"host": host})
    text, remedy = Message("health.host-gone"), Message("health.host-remedy")
    return Fault("web.host", Message("stage.network"), short, text, told, remedy)


def proxy_fault(key: str) -> Fault:
    """Return the fault of a port or socket of the settings, *key*, where the proxy can't be listened to."""
    told, short = Message("health.proxy", {"key": key}), Message("stage.fault-proxy", {"key": key})
    text, remedy = Message("health.proxy-gone"), Message("health.proxy-remedy")
    return Fault(key, Message("stage.network"), short, text, told, remedy)
