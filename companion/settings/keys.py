"""The keys of the settings file: defaults, ranges and comments."""

from __future__ import annotations

import ipaddress
import json
import os
import re
from collections.abc import Callable, Mapping
from string import Template
from urllib.parse import urlsplit

from msgspec import Struct, field


class Key(Struct, frozen=True):
    """A key of the settings: its place, its default and its values.

    *default* is written as in the file. *kind* and *values* describe its values as a text of the pages:
    ``expected.KIND``. *choices* are all values of a short list that a page may change: never a path, a host, a port, a
    pin or a command.
    """

    table: str
    name: str
    default: str | int | tuple[str, ...]
    expected: str
    accepts: Callable[[object], bool]
    comment: str
    written: str
    kind: str
    values: Mapping[str, int | tuple[str, ...]] = field(default_factory=dict)
    choices: tuple[str | int | bool, ...] = ()
    is_needed: bool = False
    """Whether its table needs it: the default is a fault there."""

    @property
    def called(self) -> str:
        """Its name with its table's, such as ``oled.driver``."""
        return f"{self.table}.{self.name}"


class _TextForm(Struct, frozen=True):
    """A form of text that keys share: its *kind*, *expected* form and test."""

    kind: str
    expected: str
    accepts: Callable[[object], bool]


HOOK_SCHEMES = ("https", "http")
HOOK_VALUES: Mapping[str, str] = {
    "kind": "rolled",
    "table": "Tidetable",
    "game": "our-game",
    "seat": "0",
    "who": "Player 1",
    "numbers": "3, 7, 10",
    "words": "misty-marsh",
    "text": "Roll 1: 3, 7, 10",
}
"""The placeholders of a webhook's body, each with an example in JSON.

They are written after a ``$``.
"""
HOOK_BODY = (
    '{"table": "$table", "game": "$game", "kind": "$kind", "seat": $seat, "who": "$who",'
    ' "numbers": [$numbers], "words": "$words", "text": "$text"}'
)
KIND = re.compile(r"[a-z-]{1,40}")
MEDIA = re.compile(r"[a-z0-9.+-]+/[a-z0-9.+-]+(; ?charset=[A-Za-z0-9-]+)?")
HOST_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and 1 <= len(value.strip()) <= 40


def _is_language(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[a-z]{2,3}", value) is not None


def _is_path(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_socket(value: object) -> bool:
    # The kernel has room for no longer one.
    return _is_path(value) and (not value or (str(value).startswith("/") and len(os.fsencode(str(value))) <= 100))


def _is_host_name(value: object) -> bool:
    if not isinstance(value, str) or len(value) > 253:
        return False
    return all(HOST_LABEL.fullmatch(label) for label in value.split("."))


def _is_address(value: object) -> bool:
    try:
        ipaddress.ip_address(value if isinstance(value, str) else "")
    except ValueError:
        return False
    return True


def _is_host(value: object) -> bool:
    return _is_address(value) or _is_host_name(value)


def _is_join_host(value: object) -> bool:
    return value == "" or _is_host(value)


def _are_host_names(value: object) -> bool:
    return isinstance(value, list) and all(_is_host_name(name) for name in value)


def _is_tray_port(value: object) -> bool:
    return value in ("auto", "emulated", "none") or (_is_path(value) and str(value).startswith("/"))


def _is_broker(value: object) -> bool:
    if not _is_path(value):
        return False
    scheme, _, rest = str(value).partition("://")
    host, _, port = rest.partition(":")
    is_port = not port or (port.isascii() and port.isdecimal() and 0 < int(port) <= 65535)
    return not value or (scheme in BROKER_SCHEMES and _is_host(host) and is_port)


def _is_user(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and len(value) <= 60


def _are_obeyed(value: object) -> bool:
    return isinstance(value, list) and all(each in OBEYED for each in value)


def _is_hook_address(value: object) -> bool:
    if not isinstance(value, str) or len(value) > 2000 or re.fullmatch(r"[!-~]+", value) is None:
        return False
    try:
        parts = urlsplit(value)
        is_port = parts.port is None or parts.port > 0
    except ValueError:  # a port or a bracket that is none
        return False
    is_plain = not parts.fragment and parts.username is None and parts.password is None
    return parts.scheme in HOOK_SCHEMES and _is_host(parts.hostname) and is_port and is_plain


def _are_kinds(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and KIND.fullmatch(each) for each in value)


def _is_template(value: object) -> bool:
    if not isinstance(value, str) or len(value) > 10_000:
        return False
    template = Template(value)
    return template.is_valid() and HOOK_VALUES.keys() >= {*template.get_identifiers()}


def becomes_json(body: str) -> bool:
    """Return True if a webhook's *body* is JSON once filled in.

    It is a template, for a seat's result or nobody's.
    """
    try:
        for values in (HOOK_VALUES, {**HOOK_VALUES, "seat": "null", "numbers": ""}):
            json.loads(Template(body).substitute(values))
    except (ValueError, RecursionError):
        return False
    return True


def is_json(media: str) -> bool:
    """Return True if the *media* type is one of JSON."""
    name = media.partition(";")[0].strip().lower()
    return name == "application/json" or name.endswith("+json")


def _is_media(value: object) -> bool:
    return isinstance(value, str) and MEDIA.fullmatch(value) is not None


def _is_club(value: object) -> bool:
    return value == "" or _is_text(value)


def _is_rotation(value: object) -> bool:
    return type(value) is int and value in (0, 2)


def _is_offset(value: object) -> bool:
    return value == "auto" or (type(value) is int and 0 <= value <= 4)


def _whole(table: str, name: str, default: int, limits: tuple[int, int], *, comment: str, form: str = "{}") -> Key:
    low, high = limits
    return Key(
        table,
        name,
        default,
        f"a whole number from {form.format(low)} to {form.format(high)}",
        lambda value: type(value) is int and low <= value <= high,
        comment,
        form.format(default),
        "whole",
        {"low": low, "high": high},
    )


def _choice(table: str, name: str, words: tuple[str, ...], comment: str, *, by_page: bool = False) -> Key:
    expected = " or ".join(f'"{word}"' for word in words)
    values, choices = {"words": words}, words if by_page else ()
    written = f'"{words[0]}"'
    return Key(
        table, name, words[0], expected, lambda value: value in words, comment, written, "choice", values, choices
    )


def _text(table: str, name: str, default: str, form: _TextForm, *, comment: str) -> Key:
    return Key(table, name, default, form.expected, form.accepts, comment, f'"{default}"', form.kind)


def _flag(table: str, name: str, default: bool, comment: str) -> Key:
    written = "true" if default else "false"
    return Key(table, name, default, "true or false", lambda it: type(it) is bool, comment, written, "yes-no")


BROKER_SCHEMES = ("mqtts", "mqtt")
OBEYED = ("message", "kit", "record")
PIN_DEFAULTS: Mapping[str, int] = {
    "roll": 17,
    "spin": 27,
    "draw": 22,
    "ok": 23,
    "back": 24,
    "push": 19,
    "knob_a": 5,
    "knob_b": 6,
    "lamp_roll": 25,
    "lamp_spin": 16,
    "lamp_draw": 20,
    "lamp_ok": 21,
    "lamp_back": 26,
    "buzzer": 18,
}
PIN_COMMENTS = {"roll": "The buttons", "push": "The knob", "lamp_roll": "The lamps", "buzzer": "The buzzer"}

TABLES: Mapping[str, str] = {
    "table": "The table itself",
    "web": "The pages for the phones",
    "pins": "The buttons, the knob, the lamps and the buzzer, by BCM number (GPIO17 is 17)",
    "oled": "The small display",
    "dicetray": "The dice tray and wheel on USB",
    "kits": "Kits for games of your own",
    "backup": "Backups that the table makes by itself each night; a memory stick for them is chosen at the table",
    "mqtt": "A broker that is told what everybody may see, for the house; off while none is named",
    "club": "A club of tables: what this one does for its club, and how the page of `tidetable club` is",
    "webhook": "An address that is sent what comes out, for the house; there may be several of these tables, or none",
    "metrics": "A page of counts at /metrics, without names; off unless enabled",
    "game": "",
}
LISTS = frozenset({"webhook"})
"""Tables that may occur several times in the file."""
OFFSET = '"auto" or a whole number from 0 to 4'
LANGUAGE = '"en", "fr" or the code of your own language, such as "de"'
OBEY = 'a list of "message", "kit" and "record"'
HOOK_ADDRESS = 'an address such as "http://lamp.home/json/state", without a user or a password'
KINDS = 'a list such as ["rolled", "sunk", "won"]'
HOOK_TEXT = f"a text in which only {', '.join(f'${name}' for name in HOOK_VALUES)} stand for something, and $$ for $"
NAMES = 'a list of host names without port, such as ["games.home"]'
TABLE_NAME = _TextForm("text", "text of 1 to 40 characters", _is_text)
FOLDER = _TextForm("folder", "the path of a folder", _is_path)
HOST = _TextForm("host", "an IP address or a host name", _is_host)
JOIN_HOST = _TextForm("host", "an IP address or a host name", _is_join_host)
PROXY_ADDRESS = _TextForm("address", "an IP address", _is_address)
PROXY_SOCKET = _TextForm("socket", 'a path such as "/run/tidetable/proxy.sock"', _is_socket)
TRAY_PORT = _TextForm("tray", '"auto", "emulated", "none" or a path such as "/dev/ttyACM0"', _is_tray_port)
BROKER = _TextForm(
    "broker", 'an address such as "mqtts://broker.home", or "mqtt://broker.home:1883" without TLS', _is_broker
)
BROKER_USER = _TextForm("user", "text of at most 60 characters", _is_user)
FILE = _TextForm("file", "the path of a file", _is_path)
CLUB_NAME = _TextForm("text", "text of at most 40 characters", _is_club)
MEDIA_TYPE = _TextForm("media", 'a type such as "text/plain"', _is_media)
KEYS: tuple[Key, ...] = (
    _text("table", "name", "Tidetable", TABLE_NAME, comment="What the table is called"),
    Key(
        "table",
        "language",
        "en",
        LANGUAGE,
        _is_language,
        "The language it speaks; a phone may choose another",
        '"en"',
        "language",
        choices=("en", "fr"),
    ),
    _text("table", "data", "", FOLDER, comment="Where games are kept; if empty, with user data"),
    _text("table", "fallback", "", FOLDER, comment="Another folder for games, should that one fail; if empty, none"),
    _text("web", "host", "0.0.0.0", HOST, comment="Where to serve; 0.0.0.0 is everywhere"),
    _text(
        "web",
        "join_host",
        "",
        JOIN_HOST,
        comment="The address or name that phones are told; if empty, the one that they most likely reach",
    ),
    _whole("web", "port", 8080, (0, 65535), comment="The port; 0 takes a free one"),
    Key("web", "names", (), NAMES, _are_host_names, "What else this computer is called in your network", "[]", "names"),
    _whole(
        "web", "proxy_port", 0, (0, 65535), comment="A port for a proxy with TLS alone, never for phones; 0 is none"
    ),
    _text("web", "trusted_proxy", "127.0.0.1", PROXY_ADDRESS, comment="Where that proxy calls from"),
    _text(
        "web",
        "proxy_socket",
        "",
        PROXY_SOCKET,
        comment="A socket for that proxy, instead of the port or besides; if empty, none",
    ),
    _choice("web", "proxy_header", ("X-Forwarded-For", "X-Real-IP"), "The header by which it alone names who calls"),
    Key(
        "web",
        "watching",
        True,
        "true or false",
        lambda it: type(it) is bool,
        "Whether all may watch",
        "true",
        "yes-no",
        choices=(True, False),
    ),
    _choice("pins", "choice", ("auto", "real", "simulated"), "Which pins; auto is real on a Raspberry Pi only"),
    _choice("pins", "knob", ("full", "half"), "The knob's steps; half if each turn takes two clicks", by_page=True),
    *(_whole("pins", name, pin, (0, 27), comment=PIN_COMMENTS.get(name, "")) for name, pin in PIN_DEFAULTS.items()),
    _choice("oled", "driver", ("ssd1306", "sh1106", "ssd1309"), "The display's controller", by_page=True),
    _whole("oled", "bus", 1, (0, 255), comment="The number of the I2C bus"),
    _whole("oled", "address", 0x3C, (0x08, 0x77), comment="Its address on the bus", form="0x{:02X}"),
    Key("oled", "rotate", 0, "0, or 2 for upside down", _is_rotation, "Quarter turns", "0", "rotation", choices=(0, 2)),
    Key(
        "oled",
        "offset",
        "auto",
        OFFSET,
        _is_offset,
        "The chip's first column, if noise stands at one edge",
        '"auto"',
        "offset",
        choices=("auto", 0, 1, 2, 3, 4),
    ),
    _text("dicetray", "port", "auto", TRAY_PORT, comment="The serial port"),
    _text("kits", "folder", "", FOLDER, comment="Where your kits are; if empty, beside the games"),
    _text("backup", "folder", "", FOLDER, comment="A folder that is there, outside of the games' own; if empty, none"),
    _text("mqtt", "broker", "", BROKER, comment="The broker; if empty, nobody is told anything"),
    _text("mqtt", "user", "", BROKER_USER, comment="The table's user there"),
    _text("mqtt", "password_file", "", FILE, comment="Its password, alone in a file"),
    _text("mqtt", "ca", "", FILE, comment="Who signed the broker's key; if empty, the usual"),
    _flag("mqtt", "names", False, "Whether people are told by name, not as Player 2"),
    _flag("mqtt", "home_assistant", True, "Whether Home Assistant finds the table by itself"),
    _flag("mqtt", "may_press", False, "Whether the house may press ROLL, SPIN and DRAW"),
    Key("club", "obey", (), OBEY, _are_obeyed, "What the club's keeper may have done here", "[]", "obey"),
    _flag("club", "records", False, "Whether the club is sent the record of each game that is over"),
    _text("club", "name", "", CLUB_NAME, comment="What the club's page is called"),
    _flag("club", "watching", False, "Whether everybody may see the club's page, not its keeper alone"),
    Key(
        "webhook",
        "url",
        "",
        HOOK_ADDRESS,
        _is_hook_address,
        "The address, which has to be given",
        '""',
        "hook",
        is_needed=True,
    ),
    Key("webhook", "kinds", (), KINDS, _are_kinds, "The results that are sent; if empty, all", "[]", "kinds"),
    Key("webhook", "body", HOOK_BODY, HOOK_TEXT, _is_template, "The text that is sent", f"'{HOOK_BODY}'", "body"),
    _text("webhook", "type", "application/json", MEDIA_TYPE, comment="Its media type"),
    _choice("webhook", "method", ("POST", "PUT"), "How it is sent"),
    _text("webhook", "headers_file", "", FILE, comment="Headers, a line each, in a file"),
    _flag("webhook", "names", False, "Whether people are told by name, not as Player 2"),
    _flag("metrics", "enabled", False, "Whether the page is there, for this computer"),
    _text("metrics", "token_file", "", FILE, comment="A token for others, alone in a file"),
)
BY_NAME: Mapping[str, Key] = {key.called: key for key in KEYS}
"""Each key by its name with its table's."""
SECRET = frozenset({"mqtt.password_file", "webhook.headers_file", "metrics.token_file"})
"""Keys for secrets; a wrong value is never shown.

It may be the secret itself.
"""
FORMS: Mapping[str, str] = {"table.name": "text", "web.names": "names"}
"""Keys with a form on the owner's page, and its kind.

It is a text, or names separated by commas.
"""


def header(table: str) -> str:
    """Return how *table* begins in the file."""
    return f"[[{table}]]" if table in LISTS else f"[{table}]"


def key_of(called: str) -> Key | None:
    """Return the key with a fault's name *called*.

    It is ``oled.driver``, or ``webhook.2.url`` in a list of tables.
    """
    table, _, name = called.partition(".")
    return BY_NAME.get(f"{table}.{name.partition('.')[2]}" if table in LISTS else called)
