"""Requests that come through the owner's proxy: from whom they are, and what they never are.

Law: what comes in at the proxy's own port is never this computer's own hands, whatever its headers say; who it is from
is read from the one header that this proxy sets, and from no other. Nor are those hands who comes elsewhere with a
header that only a program in between adds.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any

PROXIED = "tidetable.proxied"
"""The key in a request's environment for one that came in at the proxy's port."""
PASSED_ON = "tidetable.passed-on"
"""The key in a request's environment for one that another program has passed on to a port which isn't the proxy's."""
_BETWEEN = frozenset({"FORWARDED", "VIA", "X_REAL_IP"})
_FORWARDED = "X_FORWARDED_"
UNKNOWN = "0.0.0.0"
"""Who calls, where the proxy doesn't say so."""


def set_caller(environ: dict[str, Any], headers: Mapping[str, str], header: str) -> None:
    """Have *environ* say that its request came by a proxy with TLS, from whom the proxy's *header* names.

    *headers* are the request's, by their names in capitals with low lines.
    """
    environ[PROXIED] = True
    environ["REMOTE_ADDR"] = _last_of(headers.get(header.upper().replace("-", "_"), ""))
    environ["wsgi.url_scheme"] = "https"


def is_passed_on(headers: Mapping[str, str]) -> bool:
    """Tell whether *headers*, by their names in capitals with low lines, are of a request that came by a proxy."""
    return any(name in _BETWEEN or name.startswith(_FORWARDED) for name in headers)


def _last_of(written: str) -> str:
    """Return the last address in *written*: the proxy puts its own there, whatever stood before it."""
    try:
        return str(ipaddress.ip_address(written.rpartition(",")[2].strip()))
    except ValueError:
        return UNKNOWN
