"""A card's files: taken by cloud-init and netplan, without a password, and harmless after the first start.

Debian 12's and 13's programs are both good for it: what they say otherwise is no fault of the card's.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from companion.settings.reader import load
from companion.upkeep.card import partition
from companion.upkeep.card.answers import COUNTRIES, BadAnswer, CardAnswers, Wifi, hostname, ssh_key, wifi
from companion.upkeep.card.contents import settings_file
from companion.upkeep.card.partition import NoCard, check_folder, check_package, write
from companion.upkeep.card.seed import (
    AGAIN,
    BOOT,
    HARMLESS,
    LOG,
    SCRIPT,
    USER_DATA,
    meta_data,
    network_config,
    user_data,
)
from companion.upkeep.install.files import SETTINGS

DEB = "tidetable_0.1.0_arm64.deb"
PASSWORD = "correct horse ~!"
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk0 ann@laptop"
ODD_WIFI = wifi('Café "Zoé": #1\\', PASSWORD, "NO")
ANSWERS = [
    CardAnswers("tidetable", "en"),
    CardAnswers("table-2", "fr", ODD_WIFI),
    CardAnswers("tidetable", "fr", wifi("Home", PASSWORD, "FR"), KEY),
]


@pytest.fixture
def deb(tmp_path: Path) -> Path:
    file = tmp_path / "made" / DEB
    file.parent.mkdir()
    file.write_bytes(partition.DEB_BEGINS + bytes(1000))
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The small partition of a stock card."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    for name in ("config.txt", "cmdline.txt", "user-data", "network-config", "meta-data", "kernel8.img"):
        (folder / name).write_text("stock\n", "utf-8")
    return folder


def read(text: str) -> Any:
    return json.loads(text.removeprefix("#cloud-config\n"))


def script_in(document: Any, path: str = SCRIPT) -> str:
    """Return the script at *path*, which the computer runs at each start until that has come to its end."""
    (file,) = (each for each in document["write_files"] if each["path"] == path)
    assert file["permissions"] == "0755"
    return str(file["content"])


# ---------------------------------------------------------------------- answers
def test_a_password_is_hashed_as_wpa_has_it() -> None:
    # The vectors of IEEE 802.11i, annex H.4.
    assert wifi("IEEE", "password", "GB").key == "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    assert (
        wifi("ThisIsASSID", "ThisIsAPassword", "GB").key
        == "0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af"
    )
    assert wifi("IEEE", "AB" * 32, "GB") == Wifi("IEEE", "ab" * 32, "GB")


@pytest.mark.parametrize(
    ("name", "password", "country", "expected"),
    [
        ("", PASSWORD, "FR", "1 to 32 bytes"),
        ("é" * 17, PASSWORD, "FR", "this one has 34"),
        ("a\nb", PASSWORD, "FR", "printable"),
        ("Home", "seven77", "FR", "this one has 7 characters"),
        ("Home", "x" * 65, "FR", "this one has 65 characters"),
        ("Home", "z" * 64, "FR", "this one has 64 characters"),
        ("Home", "passwörter", "FR", "ASCII"),
        ("Home", PASSWORD, "fr", "two capital letters"),
        ("Home", PASSWORD, "F;", "two capital letters"),
        ("Home", PASSWORD, "UK", "no country UK; the United Kingdom's is GB"),
        ("Home", PASSWORD, "XX", "no country XX; for one whose rules it doesn't know"),
        ("Home", PASSWORD, "AN", "no country AN"),
    ],
)
def test_a_wifi_that_cannot_be_is_refused_without_its_password(
    name: str, password: str, country: str, expected: str
) -> None:
    with pytest.raises(BadAnswer, match=expected) as refused:
        wifi(name, password, country)
    assert password not in str(refused.value)


@pytest.mark.parametrize("name", ["", "-a", "a-", "a.b", "Table", "a" * 64, "a\n", "a b"])
def test_a_computer_is_not_called_so(name: str) -> None:
    with pytest.raises(BadAnswer, match="A computer's name is"):
        hostname(name)


@pytest.mark.parametrize("name", ["localhost", "local", "ip6-allnodes"])
def test_a_name_that_every_computer_has_is_refused(name: str) -> None:
    with pytest.raises(BadAnswer, match=f"^{name} means something else"):
        hostname(name)


def test_every_country_is_one_of_iso_3166() -> None:
    lines = Path("/usr/share/zoneinfo/iso3166.tab").read_text("utf-8").splitlines()
    assert {line[:2] for line in lines if not line.startswith("#")} > COUNTRIES
    assert {"AT", "BE", "CA", "CH", "DE", "FR", "GB", "LU", "NO", "US"} < COUNTRIES


def test_only_a_public_key_is_taken() -> None:
    assert ssh_key(f"{KEY}\n") == KEY
    for text, expected in (
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n", "the private key"),
        (f"{KEY}\n{KEY}\n", "no public SSH key"),
        ("", "no public SSH key"),
        ('command="rm" ssh-ed25519 AAAA', "no public SSH key"),
    ):
        with pytest.raises(BadAnswer, match=expected):
            ssh_key(text)


# ---------------------------------------------------------------------- the files
@pytest.mark.needs("cloud-init")
@pytest.mark.parametrize("answers", ANSWERS, ids=["cable", "wifi", "ssh"])
def test_cloud_init_takes_the_user_data(answers: CardAnswers, tmp_path: Path) -> None:
    for name, text in (("made", user_data(answers, DEB)), ("harmless", HARMLESS["user-data"])):
        (tmp_path / name).write_text(text, "utf-8")
        command = ["cloud-init", "schema", "--config-file", str(tmp_path / name)]
        judged = subprocess.run(command, capture_output=True, text=True, check=False)
        # Debian 12 says "Valid cloud-config: FILE", Debian 13 "Valid schema FILE".
        assert (judged.returncode, judged.stdout.split(" ")[0]) == (0, "Valid"), judged.stderr


@pytest.mark.needs("cloud-init")
def test_cloud_init_would_tell_of_a_fault(tmp_path: Path) -> None:
    (tmp_path / "made").write_text(user_data(ANSWERS[0], DEB).replace('"bootcmd": [', '"bootcmd": [1, '), "utf-8")
    command = ["cloud-init", "schema", "--config-file", str(tmp_path / "made")]
    assert subprocess.run(command, capture_output=True, text=True, check=False).returncode == 1


def generate_network(answers: CardAnswers, root: Path, renderer: str) -> None:
    """Have netplan make the files of *renderer* below *root*, from the card's."""
    usual = {"network": {"version": 2, "renderer": renderer}}
    for name, text in (
        ("lib/netplan/00-renderer.yaml", json.dumps(usual)),  # Raspberry Pi OS names NetworkManager there
        ("etc/netplan/50-cloud-init.yaml", network_config(answers)),
    ):
        file = root / name
        file.parent.mkdir(parents=True)
        file.write_text(text, "utf-8")
        file.chmod(0o600)
    subprocess.run(["netplan", "generate", "--root-dir", str(root)], capture_output=True, check=True)


def unescaped(text: str) -> str:
    """Return what is meant by *text* in a key file, or in quotes after ``P``: a backslash takes the next as it is."""
    return re.sub(r"\\(.)", r"\1", text)


@pytest.mark.needs("netplan")
@pytest.mark.parametrize("answers", ANSWERS, ids=["cable", "wifi", "ssh"])
def test_network_manager_joins_the_network_by_its_very_name(answers: CardAnswers, tmp_path: Path) -> None:
    """As on Raspberry Pi OS."""
    generate_network(answers, tmp_path, "NetworkManager")
    stations = list((tmp_path / "run/NetworkManager/system-connections").glob("netplan-wlan0-*.nmconnection"))
    if answers.wifi is None:
        assert stations == []
        return
    (station,) = stations
    given = dict(line.split("=", 1) for line in station.read_text("utf-8").splitlines() if "=" in line)
    assert (unescaped(given["ssid"]), given["psk"], given["key-mgmt"]) == (
        answers.wifi.name,
        answers.wifi.key,
        "wpa-psk",
    )


PLAIN = wifi('Café "Zoé": #1', PASSWORD, "NO")
"""Without a backslash, which netplan 1.1 loses where networkd is its renderer: there it escapes quotes and no more."""


@pytest.mark.needs("netplan")
@pytest.mark.parametrize(
    "answers", [ANSWERS[0], CardAnswers("table-2", "fr", PLAIN), ANSWERS[2]], ids=["cable", "wifi", "ssh"]
)
def test_wpa_supplicant_joins_the_network_by_its_very_name(answers: CardAnswers, tmp_path: Path) -> None:
    """As on a Debian without NetworkManager."""
    generate_network(answers, tmp_path, "networkd")
    station = tmp_path / "run/netplan/wpa-wlan0.conf"
    if answers.wifi is None:
        assert not station.exists()
        return
    lines = [line.strip() for line in station.read_text("utf-8").splitlines()]
    (name,) = (line.removeprefix("ssid=") for line in lines if line.startswith("ssid="))
    # In quotes the name is as it is; after P, as Debian 13 has it, quotes in it are escaped.
    assert (unescaped(name[1:]) if name.startswith("P") else name) == f'"{answers.wifi.name}"'
    assert f"psk={answers.wifi.key}" in lines, "not in quotes: it is the key itself, and no password"


@pytest.mark.parametrize("answers", ANSWERS, ids=["cable", "wifi", "ssh"])
def test_no_password_stands_in_any_file(answers: CardAnswers) -> None:
    text = user_data(answers, DEB) + network_config(answers) + meta_data("1")
    assert PASSWORD not in text
    if answers.wifi:
        assert answers.wifi.key not in user_data(answers, DEB), "it stands in one file, and once"
        assert network_config(answers).count(answers.wifi.key) == 1


def test_the_user_has_no_password_and_gets_in_by_a_key_alone() -> None:
    closed, opened = (read(user_data(answers, DEB)) for answers in (ANSWERS[0], ANSWERS[2]))
    assert closed["users"] == [{"name": "pi", "lock_passwd": True, "shell": "/bin/bash"}]
    assert (closed["ssh_pwauth"], closed["disable_root"]) == (False, True)
    assert "ssh" not in script_in(closed)
    off, waits = ["systemctl", "disable", "--now"], "systemd-networkd-wait-online.service"
    assert closed["bootcmd"] == [AGAIN, [*off, waits], [*off, "ssh.service", "ssh.socket"]]
    assert opened["bootcmd"] == [AGAIN, [*off, waits]]
    assert (opened["users"][0]["ssh_authorized_keys"], opened["users"][0]["lock_passwd"]) == ([KEY], True)
    assert "systemctl enable --now ssh\n" in script_in(opened)
    assert opened["ssh_pwauth"] is False


def test_the_computer_has_the_cards_language() -> None:
    document = read(user_data(ANSWERS[1], DEB))
    assert document["locale"] == "fr_FR.UTF-8"
    added = {"path": "/etc/locale.gen", "content": "fr_FR.UTF-8 UTF-8\n", "append": True}
    assert added in document["write_files"], "or Debian doesn't make the locale that its programs are told to speak"
    assert not any(SETTINGS in each["path"] for each in document["write_files"]), "it would overwrite the owner's"


# ---------------------------------------------------------------------- the first start
class Computer:
    """The card's computer: cloud-init's own code, files of its own, and a dpkg that does a line of shell."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.card, self.files = folder, root / "files"
        self.script, self.settings = Path(f"{self.files}{SCRIPT}"), self.files / SETTINGS
        self._programs, self._calls = root / "bin", root / "calls"
        self._programs.mkdir()
        (self.files / "etc").mkdir(parents=True)

    def put_in(self, deb: Path, answers: CardAnswers, own: Mapping[str, bytes] = MappingProxyType({})) -> str:
        """Make the card one for *answers* with *own* files; return its user-data, whose paths are this computer's."""
        write(self.card, deb, answers, own)
        text = (self.card / USER_DATA).read_text("utf-8").replace(BOOT, str(self.card))
        for place in ("/etc/", "/var/lib/cloud/"):
            text = text.replace(place, f"{self.files}{place}")
        (self.card / USER_DATA).write_text(text, "utf-8")
        return text

    def start(self, dpkg: str, cut: str = "") -> list[str]:
        """Start, as far as *dpkg* lets it, or to the module *cut*; return what was called of the system."""
        self._let_programs_be(dpkg)
        shutil.rmtree(self.files / "run", ignore_errors=True)  # it lies in memory
        command = ["/usr/bin/python3", str(Path(__file__).with_name("starting.py")), str(self.card), str(self.files)]
        status, calls = self._run(*command, cut)
        assert status == (-9 if dpkg == PULLED else 9 if cut else 0)
        return calls

    def run_script(self, document: Any) -> list[str]:
        """Run the script of *document* by itself, as cloud-init does at a start; return what was called."""
        self._let_programs_be(dpkg="echo Setting up")
        self.script.parent.mkdir(parents=True)
        self.script.write_text(script_in(document, str(self.script)), "utf-8")
        self.script.chmod(0o755)
        status, calls = self._run(str(self.script))
        assert status == 0
        return calls

    def _let_programs_be(self, dpkg: str) -> None:
        for name, line in (("dpkg", dpkg), ("systemctl", ":"), ("raspi-config", ":")):
            (self._programs / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{self._calls}\n{line}\n', "utf-8")
            (self._programs / name).chmod(0o755)
        self._calls.write_text("")

    def _run(self, *command: str) -> tuple[int, list[str]]:
        environment = {"PATH": f"{self._programs}:/usr/bin:/bin"}
        done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False, start_new_session=True)
        calls = self._calls.read_text("utf-8").splitlines()
        return done.returncode, [line for line in calls if not line.startswith("systemctl disable")]

    def is_harmless(self) -> bool:
        """Tell whether no secret is left on the card, and nothing that is run at a later start."""
        left = {name: (self.card / name).read_text("utf-8", "replace") for name in HARMLESS}
        return left == HARMLESS and not self.script.exists()


PULLED = "kill -9 0"
"""A line of shell at which the power is cut, for all that runs."""


@pytest.fixture
def computer(folder: Path, tmp_path: Path) -> Computer:
    return Computer(folder, tmp_path)


@pytest.mark.needs("cloud-init")
def test_the_first_start_installs_the_package_and_leaves_no_secret(computer: Computer, deb: Path) -> None:
    computer.put_in(deb, ANSWERS[2])
    assert computer.start("echo Setting up") == [
        "raspi-config nonint do_wifi_country FR",
        "systemctl enable --now ssh",
        f"dpkg --install {DEB}",
    ]
    assert computer.is_harmless()
    assert not (computer.card / DEB).exists()
    assert (computer.card / LOG).read_text("utf-8") == "Setting up\n"
    settings = load(computer.settings, {}, computer.files)
    assert (settings.table.language, settings.web.port) == ("fr", 80)
    assert computer.start("exit 1") == [], "no later start does anything of it"


def test_the_script_by_itself_installs_the_package_and_leaves_no_secret(computer: Computer, deb: Path) -> None:
    document = read(computer.put_in(deb, ANSWERS[2]))
    assert computer.run_script(document) == [
        "raspi-config nonint do_wifi_country FR",
        "systemctl enable --now ssh",
        f"dpkg --install {DEB}",
    ]
    assert computer.is_harmless()
    assert not (computer.card / DEB).exists()


OWN = '[table]\nname = "Ours"\n\n[pins]\nbuzzer = 12\n'


@pytest.mark.needs("cloud-init")
def test_the_first_start_takes_the_settings_on_the_card_even_after_a_pulled_plug(computer: Computer, deb: Path) -> None:
    own = settings_file(OWN, "fr")
    computer.put_in(deb, ANSWERS[1], own)
    computer.start(PULLED)
    computer.start("echo Setting up")
    settings = load(computer.settings, {}, computer.files)
    assert (settings.table.name, settings.pins.lines["buzzer"]) == ("Ours", 12)
    assert (settings.table.language, settings.web.port) == ("fr", 80)
    assert computer.is_harmless()
    assert not [name for name in own if (computer.card / name).exists()], "addresses in it may be secrets"


@pytest.mark.needs("cloud-init")
def test_settings_on_a_later_card_stay_on_it(computer: Computer, deb: Path) -> None:
    computer.put_in(deb, ANSWERS[1])
    computer.start("echo Setting up")
    before = computer.settings.read_bytes()
    ((name, content),) = (own := settings_file(OWN, "en")).items()
    computer.put_in(deb, ANSWERS[1], own)
    computer.start("echo Setting up")
    assert (computer.settings.read_bytes(), (computer.card / name).read_bytes()) == (before, content)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {"web": {"port": 80}, "table": {"language": "fr"}}),
        ('[table] # ours\r\nname = "A"\r\n', {"web": {"port": 80}, "table": {"language": "fr", "name": "A"}}),
        ('[ web ]\nport = 8080\n[table]\nlanguage = "en"', {"web": {"port": 8080}, "table": {"language": "en"}}),
        ("table = { name = 'A' }", {"table": {"name": "A"}, "web": {"port": 80}}),
        (
            '[oled]\ndriver = "sh1106"\n[web]',
            {"web": {"port": 80}, "table": {"language": "fr"}, "oled": {"driver": "sh1106"}},
        ),
        (
            '[game.a]\nb = """\n[table]\n"""',
            {"game": {"a": {"b": "[table]\n"}}, "web": {"port": 80}},
        ),
    ],
)
def test_settings_that_leave_port_and_language_out_get_those_of_the_card(
    text: str, expected: dict[str, dict[str, object]]
) -> None:
    (content,) = settings_file(text, "fr").values()
    assert tomllib.loads(content.decode()) == expected


@pytest.mark.needs("cloud-init")
def test_a_package_that_cannot_be_installed_is_kept_with_its_reason_and_no_secret_either(
    computer: Computer, deb: Path
) -> None:
    computer.put_in(deb, ANSWERS[1])
    computer.start("echo no room >&2; exit 1")
    assert (computer.card / LOG).read_text("utf-8") == "no room\n"
    assert (computer.card / DEB).exists()
    assert computer.is_harmless()


@pytest.mark.needs("cloud-init")
def test_a_first_start_whose_plug_is_pulled_goes_on_at_the_next_and_at_the_one_after(
    computer: Computer, deb: Path
) -> None:
    text = computer.put_in(deb, ANSWERS[1])
    for _ in range(2):
        assert f"dpkg --install {DEB}" in computer.start(PULLED)
        assert computer.script.exists()
        assert (computer.card / USER_DATA).read_text("utf-8") == text
    assert f"dpkg --install {DEB}" in computer.start("echo Setting up")
    assert computer.is_harmless()
    assert not (computer.card / DEB).exists()
    assert computer.start("exit 1") == []


@pytest.mark.needs("cloud-init")
def test_pulled_once_cloud_init_has_marked_what_it_writes_as_written_it_writes_it_at_the_next(
    computer: Computer, deb: Path
) -> None:
    computer.put_in(deb, ANSWERS[1])
    assert computer.start("echo Setting up", cut="write_files") == []
    assert not computer.script.exists()
    assert f"dpkg --install {DEB}" in computer.start("echo Setting up")
    assert computer.is_harmless()


@pytest.mark.needs("cloud-init")
def test_pulled_once_the_package_is_installed_it_is_not_installed_again(computer: Computer, deb: Path) -> None:
    computer.put_in(deb, ANSWERS[1])
    (computer.card / DEB).unlink()
    (computer.card / LOG).write_text("Setting up\n", "utf-8")
    assert computer.start("exit 1") == ["raspi-config nonint do_wifi_country NO"]
    assert (computer.card / LOG).read_text("utf-8") == "Setting up\n"
    assert computer.is_harmless()


@pytest.mark.needs("cloud-init")
def test_pulled_in_the_middle_of_what_overwrites_the_secrets_they_are_overwritten_at_the_next(
    computer: Computer, deb: Path
) -> None:
    computer.put_in(deb, ANSWERS[1])
    computer.start(PULLED)
    (computer.card / DEB).unlink()
    (computer.card / "network-config").write_text(HARMLESS["network-config"], "utf-8")
    (computer.card / USER_DATA).write_bytes(b"\xc7\x1f half of it\x00")
    computer.start("exit 1")
    assert computer.is_harmless()


@pytest.mark.needs("cloud-init")
def test_a_card_that_is_made_once_more_keeps_the_owners_settings(computer: Computer, deb: Path) -> None:
    computer.put_in(deb, ANSWERS[1])
    computer.start("echo Setting up")
    own = '[table]\nlanguage = "en"\nname = "Ours"\n\n[pins]\nbuzzer = 12\n'
    computer.settings.write_text(own, "utf-8")
    computer.put_in(deb, ANSWERS[2])
    assert f"dpkg --install {DEB}" in computer.start("echo Setting up"), "its new network is taken"
    assert computer.settings.read_text("utf-8") == own
    assert computer.is_harmless()


# ---------------------------------------------------------------------- the card
def test_the_card_gets_the_package_and_the_three_files(folder: Path, deb: Path) -> None:
    check_folder(folder, is_any=False)
    check_package(deb)
    (folder / "tidetable_0.0.9_arm64.deb").write_bytes(b"old")
    before = {path.name for path in folder.iterdir()}
    write(folder, deb, ANSWERS[1])
    assert {path.name for path in folder.iterdir()} == before - {"tidetable_0.0.9_arm64.deb"} | {DEB}
    assert (folder / DEB).read_bytes() == deb.read_bytes()
    assert (folder / "network-config").read_text("utf-8") == network_config(ANSWERS[1])
    assert (folder / "config.txt").read_text("utf-8") == "stock\n"
    first = (folder / "meta-data").read_text("utf-8")
    write(folder, deb, ANSWERS[1])
    assert (folder / "meta-data").read_text("utf-8") != first, "or cloud-init takes a card made anew for one it knows"


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        (["cmdline.txt"], "no Raspberry Pi's boot partition: there is no cmdline.txt in it"),
        (["user-data", "network-config", "meta-data"], "without cloud-init"),
    ],
)
def test_a_folder_that_is_no_such_card_is_refused(gone: list[str], expected: str, folder: Path) -> None:
    for name in gone:
        (folder / name).unlink()
    with pytest.raises(NoCard, match=expected):
        check_folder(folder, is_any=False)
    check_folder(folder, is_any=True)


def test_what_is_no_folder_is_refused_always(folder: Path) -> None:
    with pytest.raises(NoCard, match="is no folder"):
        check_folder(folder / "user-data", is_any=True)


def test_a_package_for_another_computer_or_cut_short_is_refused(deb: Path) -> None:
    for name, content, expected in (
        ("tidetable_0.1.0_amd64.deb", partition.DEB_BEGINS, "isn't for a Raspberry Pi"),
        (DEB, b"!<arch>", "no Debian package"),
    ):
        deb.with_name(name).write_bytes(content)
        with pytest.raises(NoCard, match=expected):
            check_package(deb.with_name(name))
    with pytest.raises(NoCard, match="There is no package"):
        check_package(deb.with_name("none_arm64.deb"))


def test_into_any_folder_goes_a_package_for_any_computer_but_whole(deb: Path) -> None:
    check_package(deb.rename(deb.with_name("tidetable_0.1.0_amd64.deb")), is_any=True)
    deb.write_bytes(b"!<arch>")
    with pytest.raises(NoCard, match="no Debian package"):
        check_package(deb, is_any=True)


def test_a_card_without_room_is_left_as_it_was(folder: Path, deb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    usage = shutil.disk_usage(folder)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage._replace(free=partition.ROOM))
    with pytest.raises(NoCard, match=r"The card has no room: 1 MB are needed in \S+, and 1 MB are free"):
        write(folder, deb, ANSWERS[0])
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_card_that_is_pulled_out_while_it_is_written_has_no_half_package(
    folder: Path, deb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(number: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken, pytest.raises(OSError, match="Input/output"):
        broken.setattr(os, "fsync", fail)
        write(folder, deb, ANSWERS[0])
    assert not list(folder.glob("tidetable_*"))
    assert (folder / "user-data").read_text("utf-8") == "stock\n"
