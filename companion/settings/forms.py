"""Forms of values in the settings file: hosts, paths, addresses.

A form is a type with the text key of its description, ``expected.KIND``, and a test beyond msgspec's own constraints.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias
from urllib.parse import urlsplit

from msgspec import Meta

from companion.engine.values.message import Value
from companion.settings.hook_body import HOOK_VALUES, is_hook_body
from companion.texts.say import LANGUAGES

_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST_NAME = rf"\A{_LABEL}(\.{_LABEL})*\Z"
_LONGEST_HOST_NAME = 253
_BROKER_SCHEMES = ("mqtts", "mqtt")
_HOOK_SCHEMES = ("https", "http")
_LONGEST_SOCKET = 100
"""Maximum bytes of a socket's path, a few below the kernel's."""


def _form(kind: str, test: Callable[[str], bool] = str.isprintable, values: Mapping[str, Value] | None = None) -> Meta:
    return Meta(extra={"kind": kind, "test": test, "values": values or {}})


def _is_name(text: str) -> bool:
    return text.isprintable() and 1 <= len(text.strip()) <= 40


def _is_socket(text: str) -> bool:
    return text.isprintable() and text.startswith("/") and len(os.fsencode(text)) <= _LONGEST_SOCKET


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_host(text: str) -> bool:
    return _is_address(text) or (len(text) <= _LONGEST_HOST_NAME and re.match(_HOST_NAME, text) is not None)


def _is_tray_port(text: str) -> bool:
    return text in ("auto", "emulated", "none") or (text.isprintable() and text.startswith("/"))


def _is_broker(text: str) -> bool:
    scheme, _, rest = text.partition("://")
    host, _, port = rest.partition(":")
    is_port = not port or (re.fullmatch("[0-9]{1,5}", port) is not None and 0 < int(port) <= 65535)
    return scheme in _BROKER_SCHEMES and _is_host(host) and is_port


def _is_hook_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        is_port = parts.port is None or parts.port > 0
    except ValueError:  # a port or a bracket that is none
        return False
    is_plain = not parts.fragment and parts.username is None and parts.password is None
    return parts.scheme in _HOOK_SCHEMES and _is_host(parts.hostname or "") and is_port and is_plain


Name: TypeAlias = Annotated[str, _form("text", _is_name)]
Language: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z]{2,3}\Z", examples=list(LANGUAGES)), _form("language")]
Folder: TypeAlias = Annotated[Path, _form("folder")]
File: TypeAlias = Annotated[Path, _form("file")]
SecretFile: TypeAlias = Annotated[File, Meta(extra={"is_secret": True})]
"""A file with a secret.

A wrong value is never shown, since it may be the secret itself.
"""
Socket: TypeAlias = Annotated[str, _form("socket", _is_socket), Meta(extra={"is_path": True})]
Host: TypeAlias = Annotated[str, _form("host", _is_host)]
HostNames: TypeAlias = Annotated[
    tuple[Annotated[str, Meta(max_length=_LONGEST_HOST_NAME, pattern=_HOST_NAME)], ...], _form("names")
]
Address: TypeAlias = Annotated[str, _form("address", _is_address)]
Port: TypeAlias = Annotated[int, Meta(ge=0, le=65535)]
TrayPort: TypeAlias = Annotated[str, _form("tray", _is_tray_port)]
Broker: TypeAlias = Annotated[str, _form("broker", _is_broker)]
User: TypeAlias = Annotated[str, Meta(max_length=60), _form("user")]
HookAddress: TypeAlias = Annotated[str, Meta(max_length=2000, pattern=r"\A[!-~]+\Z"), _form("hook", _is_hook_address)]
HookBody: TypeAlias = Annotated[
    str, Meta(max_length=10_000), _form("body", is_hook_body, {"names": tuple(f"${name}" for name in HOOK_VALUES)})
]
ResultKinds: TypeAlias = Annotated[tuple[Annotated[str, Meta(pattern=r"\A[a-z-]{1,40}\Z")], ...], _form("kinds")]
MediaType: TypeAlias = Annotated[
    str, Meta(pattern=r"\A[a-z0-9.+-]+/[a-z0-9.+-]+(; ?charset=[A-Za-z0-9-]+)?\Z"), _form("media")
]
Commands: TypeAlias = Annotated[tuple[Literal["message", "kit", "record"], ...], _form("obey")]
ON_PAGE = Meta(extra={"on_page": True})
"""The mark of a key that the owner's page may change.

It is never a path, a host, a port, a pin or a command.
"""
