"""The owner's answers for a card, each checked with a helpful error."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

LOCALES: Final = {"en": "en_GB.UTF-8", "fr": "fr_FR.UTF-8"}
"""The system's locale for each of a table's languages."""
SHORTEST, LONGEST, LONGEST_NAME = 8, 63, 32
"""Length of a Wi-Fi password, and of a name in bytes.

Source: IEEE 802.11i.
"""
ROUNDS = 4096
_COUNTRIES = """\
AD AE AF AI AL AM AR AS AT AU AW AZ BA BB BD BE BF BG BH BL BM BN BO BR BS BT BW BY BZ CA CF CH CI CL CN CO CR CU CX
CY CZ DE DK DM DO DZ EC EE EG ES ET FI FM FO FR GB GD GE GF GH GI GL GP GR GT GU GY HK HN HR HT HU ID IE IL IM IN IR
IS IT JM JO JP KE KH KN KP KR KW KY KZ LB LC LI LK LS LT LU LV MA MC MD ME MF MH MK MN MO MP MQ MR MT MU MV MW MX MY
NA NG NI NL NO NP NZ OM PA PE PF PG PH PK PL PM PR PT PW PY QA RE RO RS RU RW SA SE SG SI SK SM SN SR SV SX SY TC TD
TG TH TN TR TT TW TZ UA UG US UY UZ VA VC VE VI VN VU WF WS YE YT ZA ZW
"""
COUNTRIES: Final = frozenset(_COUNTRIES.split())
"""ISO 3166 countries with Wi-Fi rules in the kernel.

Source: wireless-regdb of 2026-05-30, less the codes of no country.
"""
UNKNOWN: Final = {"UK": "; the United Kingdom's is GB", "EN": "; England's is GB, the United Kingdom's"}
"""Common mistakes for a country's letters, with a hint."""
RESERVED: Final = frozenset(
    {"localhost", "localdomain", "local", "ip6-localhost", "ip6-loopback", "ip6-localnet", "ip6-mcastprefix"}
    | {"ip6-allnodes", "ip6-allrouters", "ip6-allhosts"}
)
"""Names with a meaning on every computer.

Source: RFC 6761 and 6762, and Debian's ``/etc/hosts``.
"""
_KEY = re.compile(r"(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp\d+|sk-[a-z0-9@.-]+) [A-Za-z0-9+/]+={0,3}( [ -~]*)?")
_HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


class BadAnswer(ValueError):
    """An unusable answer; the message names the expected one.

    It never holds a password.
    """


@dataclass(frozen=True)
class Wifi:
    """A Wi-Fi network: its *name*, its *key* and its regulatory *country*.

    *key* has 64 hexadecimal digits.
    """

    name: str
    key: str
    country: str


@dataclass(frozen=True)
class CardAnswers:
    """All answers that a card is made of.

    Without *wifi* the table uses a cable. Without *ssh_key* nobody can log in.
    """

    hostname: str
    language: str
    wifi: Wifi | None = None
    ssh_key: str = ""


def wifi(name: str, password: str, country: str) -> Wifi:
    """Return the Wi-Fi called *name*, its *password* hashed for WPA2.

    The hash is that of ``wpa_passphrase``. A password of 64 hexadecimal digits is used as the key.

    :raises BadAnswer: if one of them is invalid for Wi-Fi.
    """
    size = len(name.encode("utf-8", "surrogateescape"))
    if not 1 <= size <= LONGEST_NAME or not name.isprintable():
        raise BadAnswer(f"A Wi-Fi's name has 1 to {LONGEST_NAME} bytes, all of them printable; this one has {size}.")
    if not re.fullmatch(r"[A-Z]{2}", country):
        raise BadAnswer(f"The Wi-Fi's country is two capital letters, such as FR or GB, not {country!r}.")
    if country not in COUNTRIES:
        hint = UNKNOWN.get(country, "; for one whose rules it doesn't know, take a neighbour's with the same channels")
        raise BadAnswer(f"The Raspberry Pi's Wi-Fi knows the rules of no country {country}{hint}.")
    if re.fullmatch(r"[0-9a-fA-F]{64}", password):
        return Wifi(name, password.lower(), country)
    if not SHORTEST <= len(password) <= LONGEST or not re.fullmatch(r"[ -~]*", password):
        expected = f"{SHORTEST} to {LONGEST} letters, digits and signs of ASCII"
        raise BadAnswer(f"A Wi-Fi's password has {expected}; this one has {len(password)} characters.")
    key = hashlib.pbkdf2_hmac("sha1", password.encode("ascii"), name.encode("utf-8"), ROUNDS, 32)
    return Wifi(name, key.hex(), country)


def hostname(name: str) -> str:
    """Return *name* for the table's address ``NAME.local``.

    :raises BadAnswer: if it isn't a valid name for a computer.
    """
    if not _HOST.fullmatch(name):
        raise BadAnswer(f"A computer's name is 1 to 63 of a-z, 0-9 and - between them, not {name!r}.")
    if name in RESERVED:
        raise BadAnswer(f"{name} means something else on every computer: take another name, such as tidetable.")
    return name


def ssh_key(text: str) -> str:
    """Return the one public key in *text*, a file such as ``id_ed25519.pub``.

    :raises BadAnswer: if it holds none, more than one, or a private key.
    """
    if "PRIVATE KEY" in text:
        raise BadAnswer("That is the private key, which stays with you: the public one ends in .pub.")
    key = text.strip()
    if not _KEY.fullmatch(key):
        raise BadAnswer("That holds no public SSH key: expected one line such as `ssh-ed25519 AAAA... name`.")
    return key
