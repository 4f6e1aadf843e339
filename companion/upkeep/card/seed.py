"""The files that cloud-init reads at a card's first start, made of the owner's answers.

They are YAML as JSON is YAML: no name or key can be anything but the text that it is.
"""

from __future__ import annotations

import json
from typing import Any

from companion.upkeep.card.answers import LOCALES, Answers
from companion.upkeep.install.steps import PORT, SETTINGS

BOOT = "/boot/firmware"
USER = "pi"
USER_DATA, NETWORK_CONFIG, META_DATA = "user-data", "network-config", "meta-data"
LOG = "tidetable-log.txt"
HARMLESS = {USER_DATA: "#cloud-config\n{}\n", NETWORK_CONFIG: "network:\n  version: 2\n"}
"""In the files' places from the first start on: cloud-init does nothing more by them."""


def user_data(answers: Answers, deb: str) -> str:
    """Return the file that names the computer and its user, and installs the package *deb* of the card."""
    user: dict[str, Any] = {"name": USER, "lock_passwd": True, "shell": "/bin/bash"}
    if answers.ssh_key:
        user |= {"ssh_authorized_keys": [answers.ssh_key], "sudo": "ALL=(ALL) NOPASSWD:ALL"}
    settings = f'[table]\nlanguage = "{answers.language}"\n\n[web]\nport = {PORT}\n'
    document = {
        "hostname": answers.hostname,
        "manage_etc_hosts": True,
        "locale": LOCALES[answers.language],
        "ssh_pwauth": False,
        "disable_root": True,
        "users": [user],
        "write_files": [{"path": f"/{SETTINGS}", "content": settings}],
        "runcmd": [["sh", "-c", first_start(answers, deb)]],
        "power_state": {"mode": "reboot", "message": "I2C is there from the next start on."},
    }
    return f"#cloud-config\n{_yaml(document)}"


def first_start(answers: Answers, deb: str) -> str:
    """Return what the first start runs, in sh: whatever comes of the package, no secret is left on the card."""
    lines = [f"cd {BOOT}"]
    if answers.wifi:
        # The system's own script for it overlooks a country that YAML writes in quotes, such as Norway's.
        lines.append(f"command -v raspi-config && raspi-config nonint do_wifi_country {answers.wifi.country}")
    if answers.ssh_key:
        lines.append("systemctl enable --now ssh")
    lines.append(f"dpkg --install {deb} >{LOG} 2>&1 && rm -f {deb}")
    for name, text in HARMLESS.items():
        lines += [f"shred --iterations=1 {name}", f"printf '{text.encode('unicode_escape').decode('ascii')}' >{name}"]
    return "\n".join([*lines, "sync", ""])


def network_config(answers: Answers) -> str:
    """Return the file that names the networks: a cable, and the Wi-Fi by its hashed key."""
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
    """Return the file that makes the card a new one for cloud-init, so that it reads the others: by its *number*."""
    return _yaml({"dsmode": "local", "instance-id": f"tidetable-{number}"})


def _yaml(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
