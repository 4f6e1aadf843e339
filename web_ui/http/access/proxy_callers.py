"""Requests through the owner's proxy, and the identity of their callers.

Law: a caller at the proxy's own port never counts as a person at this computer, whatever its headers say. Its address
comes from the one header that this proxy sets. A caller elsewhere with a header that only proxies add doesn't count as
such a person either.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any

PROXIED = "tidetable.proxied"
"""The WSGI environment's key of a request at the proxy's port."""
PASSED_ON = "tidetable.passed-on"
"""The WSGI environment's key of a request passed on to another port.

Another program than the owner's proxy has passed it on.
"""
_BETWEEN = frozenset({"FORWARDED", "VIA", "X_REAL_IP"})
_FORWARDED = "X_FORWARDED_"
UNKNOWN = "0.0.0.0"
"""The caller's address if the proxy doesn't name it."""


def set_caller(environ: dict[str, Any], headers: Mapping[str, str], header: str) -> None:
    """Mark the request in *environ* as passed on by a TLS proxy.

    Its caller is read from the proxy's *header*. *headers* are the request's, by names in capitals with underscores.
    """
    environ[PROXIED] = True
    environ["REMOTE_ADDR"] = _last_of(headers.get(header.upper().replace("-", "_"), ""))
    environ["wsgi.url_scheme"] = "https"


def is_passed_on(headers: Mapping[str, str]) -> bool:
    """Return True if *headers* show that a proxy passed the request on.

    They are by names in capitals with underscores.
    """
    return any(name in _BETWEEN or name.startswith(_FORWARDED) for name in headers)


def _last_of(written: str) -> str:
    """Return the last address in *written*, added by the proxy itself.

    Everything before it is ignored. `UNKNOWN` if there is none.
    """
    try:
        return str(ipaddress.ip_address(written.rpartition(",")[2].strip()))
    except ValueError:
        return UNKNOWN
