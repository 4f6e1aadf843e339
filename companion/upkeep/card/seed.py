"""Files for cloud-init at a card's first start, made of the answers.

They are JSON, which is valid YAML: no name or key can be anything but its text.
"""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any

from companion.library.own.card_layout import FOLDER as OWN
from companion.library.own.card_layout import SETTINGS as OWN_SETTINGS
from companion.upkeep.card.answers import LOCALES, CardAnswers
from companion.upkeep.install.files import SETTINGS, settings

BOOT = "/boot/firmware"
USER = "pi"
USER_DATA, NETWORK_CONFIG, META_DATA = "user-data", "network-config", "meta-data"
LOG = "tidetable-log.txt"
HARMLESS = {NETWORK_CONFIG: "network:\n  version: 2\n", USER_DATA: "#cloud-config\n{}\n"}
"""Replacements after the first start, in this order: cloud-init ignores them."""
SCRIPT = "/var/lib/cloud/scripts/per-boot/tidetable"
"""Script that runs at each start until it succeeds.

cloud-init doesn't repeat its own after a power cut.
"""
AGAIN = f"! grep -q bootcmd {BOOT}/{USER_DATA} || rm -rf /var/lib/cloud/instance/sem"
"""Command that repeats all of cloud-init until the script succeeds.

cloud-init marks each part as done before running it.
"""
OFF = ("systemctl", "disable", "--now")
NO_WAITING = "systemd-networkd-wait-online.service"
"""Unit that would delay each start by two minutes.

Raspberry Pi OS Trixie has it on, although its network is NetworkManager's.
"""
SSH = ("ssh.service", "ssh.socket")
"""Units that systemd's presets may switch on at a first start."""
LOCALE_GEN = "/etc/locale.gen"


def user_data(answers: CardAnswers, deb: str) -> str:
    """Return the file that names computer and user, and installs *deb*.

    *deb* is the package on the card.
    """
    user: dict[str, Any] = {"name": USER, "lock_passwd": True, "shell": "/bin/bash"}
    if answers.ssh_key:
        user |= {"ssh_authorized_keys": [answers.ssh_key], "sudo": "ALL=(ALL) NOPASSWD:ALL"}
    locale = LOCALES[answers.language]
    document = {
        "bootcmd": [AGAIN, [*OFF, NO_WAITING], *([] if answers.ssh_key else [[*OFF, *SSH]])],
        "hostname": answers.hostname,
        "manage_etc_hosts": True,
        "locale": locale,
        "ssh_pwauth": False,
        "disable_root": True,
        "users": [user],
        "write_files": [
            {"path": LOCALE_GEN, "content": f"{locale} UTF-8\n", "append": True},
            {"path": SCRIPT, "content": first_start(answers, deb), "permissions": "0755"},
        ],
        "power_state": {"mode": "reboot", "message": "I2C is there from the next start on."},
    }
    return f"#cloud-config\n{_yaml(document)}"


def first_start(answers: CardAnswers, deb: str) -> str:
    """Return the first start's script. It erases all secrets from the card.

    It does so even if the package fails. After a power cut, the next start repeats it. It keeps settings that are
    there; else it takes those in the card's folder, and erases them there.
    """
    lines = ["#!/bin/sh", "sync", f"cd {BOOT} || exit 1"]
    file, text = f"/{SETTINGS}", f'{settings()}\n[table]\nlanguage = "{answers.language}"\n'
    given = f"{OWN}/{OWN_SETTINGS}"
    content = f"if [ -f {given} ]; then cat {given}; else {_printf(text)}; fi"
    made = f"mkdir -p {PurePosixPath(file).parent} && {content} >{file}.new && sync && mv {file}.new {file}"
    lines.append(f"[ -e {file} ] || {{ {made}; }}")
    lines.append(f"cmp -s {given} {file} && sync && shred --iterations=1 --remove {given}")
    if answers.wifi:
        # The system's own script for it overlooks a country that YAML writes in quotes, such as Norway's.
        lines.append(f"command -v raspi-config && raspi-config nonint do_wifi_country {answers.wifi.country}")
    if answers.ssh_key:
        lines.append("systemctl enable --now ssh")
    lines.append(f"[ ! -e {deb} ] || {{ dpkg --install {deb} >{LOG} 2>&1 && rm -f {deb}; }}")
    for name, text in HARMLESS.items():
        lines += [f"shred --iterations=1 {name}", f"{_printf(text)} >{name}"]
    return "\n".join([*lines, "sync", f"rm -f {SCRIPT}", ""])


def _printf(text: str) -> str:
    """Return the shell call that prints *text*.

    *text* holds no quote and no percent sign.
    """
    return f"printf '{text.encode('unicode_escape').decode('ascii')}'"


def network_config(answers: CardAnswers) -> str:
    """Return the network file: cable, and Wi-Fi by its hashed key."""
    network: dict[str, Any] = {"version": 2, "ethernets": {"eth0": {"dhcp4": True, "optional": True}}}
    if answers.wifi:
        station = {
            "dhcp4": True,
            "optional": True,
            "regulatory-domain": answers.wifi.country,
            "access-points": {answers.wifi.name: {"password": answers.wifi.key}},
        }
        network["wifis"] = {"wlan0": station}
    return _yaml({"network": network})


def meta_data(number: str) -> str:
    """Return the file that makes cloud-init see a new card.

    It is new by its *number*. Only then does cloud-init read the other files.
    """
    return _yaml({"dsmode": "local", "instance-id": f"tidetable-{number}"})


def _yaml(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
