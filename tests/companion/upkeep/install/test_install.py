"""Installing into a folder's files: done once, done again, cut anywhere, taken off, and nothing of anybody else's."""

from __future__ import annotations

import shutil
import stat
import subprocess
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.service import last_picture
from companion.service.helper import USER, missing_i2c
from companion.upkeep.install import installation
from companion.upkeep.install.account import NotInstallable, check_account, check_program
from companion.upkeep.install.boot_config import PWM_OVERLAYS
from companion.upkeep.install.files import SETTINGS, SHIPPED, shipped
from companion.upkeep.install.installation import RELOAD_UDEV
from companion.upkeep.install.machine import CallFailed, Machine
from companion.upkeep.install.run import ACCOUNT, DATA, Tell
from companion.upkeep.install.seal import is_sealed, sealed
from tests.support.paths import ROOT

PROGRAM = Path("/opt/tidetable")
UNITS, OF_PACKAGE = "etc/systemd/system", "usr/lib/systemd/system"
SYSUSERS, RULES = "etc/sysusers.d/tidetable.conf", "etc/udev/rules.d/70-tidetable.rules"
GROUPS = ("gpio", "i2c", "dialout", "video")
UNIT_FILES = ("tidetable.service", "tidetable-helper.socket", "tidetable-helper@.service")
CONFIG = "boot/firmware/config.txt"
STOCK = "dtparam=audio=on\n#dtparam=i2c_arm=on\n[cm4]\notg_mode=1\n\n[all]\n"


class Cut(Exception):  # noqa: N818  # as people say it
    """The plug was pulled."""


class Recorded(Machine):
    """A computer that notes its programs' *calls*, and fails at those that begin as *failing*."""

    def __init__(self, root: Path, failing: str = "no program is called so") -> None:
        super().__init__(root)
        self.calls: list[str] = []
        self._failing = failing

    def call(self, *command: str) -> None:
        line = " ".join(command)
        is_there = any((self.root / place / command[-1]).exists() for place in (UNITS, OF_PACKAGE))
        is_missing = command[:2] == ("systemctl", "try-restart") and "tidetable" in line and not is_there
        if line.startswith(self._failing) or is_missing:
            raise CallFailed(f"`{line}` has failed: no")
        self.calls.append(line)
        etc = self.root / "etc"
        if command[0] == "systemd-sysusers":
            subprocess.run(["systemd-sysusers", f"--root={self.root}", command[1]], capture_output=True, check=True)
        elif command[0] == "userdel":
            lines = (etc / "passwd").read_text("utf-8").splitlines(keepends=True)
            (etc / "passwd").write_text("".join(each for each in lines if not each.startswith(command[1])), "utf-8")
        elif command[:2] in {("systemctl", "reenable"), ("systemctl", "disable")}:
            done = ["systemctl", f"--root={self.root}", command[1], *(word for word in command[2:] if word != "--now")]
            subprocess.run(done, capture_output=True, check=True)


class Fragile(Machine):
    """A computer whose plug is pulled at the change with the number *at_change*, before it or in its middle."""

    def __init__(self, root: Path, at_change: int) -> None:
        super().__init__(root, is_folder=True)
        self._left = at_change

    def _live(self, file: Path) -> None:
        self._left -= 1
        if self._left < 0:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.with_name(f"{file.name}.tidetable-new").write_text("half", "utf-8")
            raise Cut

    def write(self, path: str, text: str) -> None:
        self._live(self.at(path))
        super().write(path, text)

    def link(self, path: str, target: str) -> None:
        self._live(self.at(path))
        super().link(path, target)

    def remove(self, path: str) -> None:
        self._live(self.at(path))
        super().remove(path)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The files of a Raspberry Pi, as far as they matter here."""
    return pi(tmp_path / "pi")


def pi(root: Path) -> Path:
    for folder in ("etc", "boot/firmware", DATA):
        (root / folder).mkdir(parents=True)
    for name in ("passwd", "group", "shadow", "gshadow"):
        (root / "etc" / name).touch()
    (root / CONFIG).write_text(STOCK, "utf-8")
    (root / DATA / "journal.sqlite").write_bytes(b"games")
    return root


def tree(root: Path) -> dict[str, bytes | str]:
    """Return each file's bytes and each link's target below *root*."""
    found = (path for path in root.rglob("*") if path.is_symlink() or path.is_file())
    content = {path: str(path.readlink()) if path.is_symlink() else path.read_bytes() for path in found}
    return {str(path.relative_to(root)): content[path] for path in sorted(content)}


def quiet(line: str) -> None:
    """Hear *line*."""


def folder(root: Path) -> Machine:
    return Machine(root, is_folder=True)


def install(machine: Machine, tell: Tell = quiet, program: Path = PROGRAM, buzzer: int = 18) -> Sequence[str]:
    return installation.install(machine, program, buzzer, tell)


def uninstall(machine: Machine, tell: Tell = quiet, program: Path = PROGRAM) -> Sequence[str]:
    return installation.uninstall(machine, program, tell)


# ---------------------------------------------------------------------- once, twice, and off
def test_all_files_are_put_in_their_place_and_a_second_run_changes_none(root: Path) -> None:
    changed = install(folder(root))
    assert changed == [path for path in changed if (root / path).is_symlink() or (root / path).is_file()]
    assert {f"{UNITS}/{name}" for name in UNIT_FILES} < {*changed}
    written = tree(root)
    lines: list[str] = []
    assert install(folder(root), lines.append) == []
    assert tree(root) == written
    assert {line.partition(":")[0] for line in lines} == {"up to date"}


def test_a_dry_run_tells_each_step_and_changes_nothing(root: Path) -> None:
    before, lines = tree(root), list[str]()
    would = installation.install(folder(root), PROGRAM, 18, lines.append, is_dry=True)
    assert tree(root) == before
    assert would == install(folder(root))
    assert [line.removeprefix("would do: ") for line in lines if line.startswith("would do: ")] == would


def test_taken_off_nothing_is_left_but_the_games(root: Path) -> None:
    before = tree(root)
    install(folder(root))
    assert tree(root) != before
    uninstall(folder(root))
    assert tree(root) == before
    assert not (root / "etc/tidetable").exists()
    assert uninstall(folder(root)) == []


@pytest.mark.parametrize("way", [install, uninstall])
def test_a_cut_anywhere_leaves_what_can_be_gone_on_with_and_taken_off(
    way: Callable[..., object], tmp_path: Path
) -> None:
    whole, bare = pi(tmp_path / "whole"), tree(pi(tmp_path / "bare"))
    install(folder(whole))
    full, cuts = tree(whole), 0
    while True:
        for goal, end in ((install, full), (uninstall, bare)):
            root = pi(tmp_path / f"{cuts}-{goal.__name__}")
            if way is uninstall:
                install(folder(root))
            try:
                way(Fragile(root, cuts))
            except Cut:
                goal(folder(root))
                assert tree(root) == end, f"cut at change {cuts}, then {goal.__name__}"
            else:
                assert cuts >= len(UNIT_FILES) + 5
                return
        cuts += 1


# ---------------------------------------------------------------------- what is others'
@pytest.mark.parametrize("path", [RULES, f"{UNITS}/tidetable.service", SYSUSERS])
def test_a_file_that_is_not_ours_is_never_overwritten_or_removed(path: str, root: Path) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text("my own\n", "utf-8")
    lines: list[str] = []
    install(folder(root), lines.append)
    uninstall(folder(root), lines.append)
    assert (root / path).read_text("utf-8") == "my own\n"
    assert [line.partition(":")[0] for line in lines if f" {path} (" in line] == ["left as it is"] * 2


def test_a_file_of_ours_that_the_owner_has_changed_is_left_and_named(root: Path) -> None:
    install(folder(root))
    unit = root / UNITS / "tidetable.service"
    changed = unit.read_text("utf-8") + "Nice=5\n"
    unit.write_text(changed, "utf-8")
    lines: list[str] = []
    assert install(folder(root), lines.append) == []
    uninstall(folder(root), lines.append)
    assert unit.read_text("utf-8") == changed
    assert len([line for line in lines if line.startswith("left as it is:")]) == 2


def test_a_link_in_the_place_of_a_file_is_not_followed(root: Path) -> None:
    ours = sealed("of an older version\n")
    (root / "elsewhere").write_text(ours, "utf-8")
    (root / "etc/sysusers.d").mkdir()
    (root / SYSUSERS).symlink_to(root / "elsewhere")
    install(folder(root))
    uninstall(folder(root))
    assert (root / "elsewhere").read_text("utf-8") == ours
    assert (root / SYSUSERS).is_symlink()


def test_the_settings_are_the_owners_from_the_first_change_on(root: Path) -> None:
    install(folder(root))
    (root / SETTINGS).write_text("[web]\nport = 8080\n", "utf-8")
    lines: list[str] = []
    assert install(folder(root), lines.append) == []
    assert f"up to date: {SETTINGS}" in lines
    uninstall(folder(root))
    assert (root / SETTINGS).read_text("utf-8") == "[web]\nport = 8080\n"


def test_what_an_older_version_wrote_for_a_program_elsewhere_is_brought_up_to_date(root: Path) -> None:
    elsewhere = Path("/srv/tidetable")
    unit, command = root / UNITS / "tidetable.service", root / "usr/local/bin/tidetable"
    for file in (unit, command):
        file.parent.mkdir(parents=True)
    unit.write_text(sealed(f"[Service]\nExecStart={elsewhere}/bin/tidetable run\n"), "utf-8")
    command.symlink_to(elsewhere / "bin/tidetable")
    changed = install(folder(root), program=elsewhere)
    assert {f"{UNITS}/{unit.name}", "usr/local/bin/tidetable", "opt/tidetable"} <= {*changed}
    assert unit.read_text("utf-8") == sealed(shipped()[f"systemd/system/{unit.name}"])
    assert (root / "opt/tidetable").readlink() == elsewhere
    assert command.readlink() == PROGRAM / "bin/tidetable"
    assert install(folder(root), program=elsewhere) == []
    uninstall(folder(root), program=elsewhere)
    assert tree(root) == tree(pi(root.with_name("bare")))


def test_a_program_in_the_place_of_ours_is_left_and_named(root: Path) -> None:
    (root / "opt/tidetable").mkdir(parents=True)
    lines: list[str] = []
    install(folder(root), lines.append, program=Path("/srv/tidetable"))
    uninstall(folder(root), lines.append, program=Path("/srv/tidetable"))
    assert [line.partition(":")[0] for line in lines if " opt/tidetable (" in line] == ["left as it is"] * 2
    assert (root / "opt/tidetable").is_dir()


def test_files_that_were_copied_by_hand_are_taken_over(root: Path) -> None:
    name = "systemd/system/tidetable.service"
    (root / UNITS).mkdir(parents=True)
    shutil.copy(SHIPPED / "usr/lib" / name, root / UNITS)
    assert f"etc/{name}" in install(folder(root))
    assert is_sealed((root / "etc" / name).read_text("utf-8"))


def test_what_an_older_helper_wrote_without_a_seal_is_taken_over_and_goes(root: Path) -> None:
    modules = root / "etc/modules-load.d/tidetable.conf"
    modules.parent.mkdir()
    modules.write_text("i2c-dev\n", "utf-8")
    packaged(root)
    assert str(modules.relative_to(root)) in install(folder(root))
    assert not modules.exists()


# ---------------------------------------------------------------------- beside a package
def packaged(root: Path) -> dict[str, bytes | str]:
    """Put the package's files below *root*, and return all that is there."""
    shutil.copytree(SHIPPED / "usr", root / "usr", dirs_exist_ok=True)
    return tree(root)


def test_beside_a_package_its_own_files_are_used_and_stay(root: Path) -> None:
    before = packaged(root)
    changed = install(folder(root))
    assert not [path for path in changed if path.removeprefix("etc/") in shipped()]
    assert install(folder(root)) == []
    uninstall(folder(root))
    assert tree(root) == before


def test_an_older_installations_files_give_way_to_the_packages(root: Path) -> None:
    install(folder(root))
    packaged(root)
    (root / RULES).write_text("my own\n", "utf-8")
    lines: list[str] = []
    changed = install(folder(root), lines.append)
    assert {*changed} == {f"etc/{name}" for name in shipped()} - {RULES}
    assert [line.partition(":")[0] for line in lines if f" {RULES}" in line] == ["left as it is"]
    assert not [name for name in shipped() if (root / "etc" / name).exists() and f"etc/{name}" != RULES]


@pytest.mark.needs("systemctl", "systemd-sysusers")
def test_a_table_that_starts_with_the_computer_does_so_by_the_packages_unit(root: Path) -> None:
    install(Recorded(root))
    packaged(root)
    system = Recorded(root)
    install(system)
    wanted = root / UNITS / "multi-user.target.wants/tidetable.service"
    assert str(wanted.readlink()) == f"/{OF_PACKAGE}/tidetable.service"
    assert "systemctl reenable tidetable.service" in system.calls
    assert install(system) == []


@pytest.mark.needs("systemctl", "systemd-sysusers")
def test_a_running_system_is_told_of_the_packages_files_each_time(root: Path) -> None:
    packaged(root)
    (root / "run/systemd/system").mkdir(parents=True)
    install(Recorded(root))
    again = Recorded(root)
    assert install(again) == []
    assert {"systemctl daemon-reload", "udevadm control --reload"} <= {*again.calls}
    assert "systemctl try-restart tidetable.service" not in again.calls, "that is the package's to decide"


# ---------------------------------------------------------------------- links
def test_a_command_of_somebody_elses_is_left(root: Path) -> None:
    command = root / "usr/local/bin/tidetable"
    command.parent.mkdir(parents=True)
    command.symlink_to("/home/ann/tidetable")
    install(folder(root))
    uninstall(folder(root))
    assert str(command.readlink()) == "/home/ann/tidetable"


def test_systemd_finds_the_last_picture_of_the_program_that_is_installed(root: Path) -> None:
    install(folder(root))
    (found,) = (root / "usr/lib/systemd/system-shutdown").iterdir()
    program = found.readlink()
    assert program.parent == PROGRAM / "bin"
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts[program.name] == f"{last_picture.__name__}:{last_picture.main.__name__}"


# ---------------------------------------------------------------------- config.txt
def test_config_gets_one_block_for_all_models(root: Path) -> None:
    install(folder(root))
    text = (root / CONFIG).read_text("utf-8")
    assert text.startswith(STOCK)
    block = text.removeprefix(STOCK).splitlines()
    assert block[2:-1] == ["[all]", "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtoverlay=pwm"]
    assert missing_i2c(text) == []
    assert max(map(len, block)) <= 98, "of a line the firmware reads so many characters"


@pytest.mark.parametrize(
    ("own", "added"),
    [
        ("dtparam=i2c_arm=on\n", ["dtparam=i2c_arm_baudrate=400000", "dtoverlay=pwm"]),
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n", ["dtoverlay=pwm"]),
        ("dtoverlay=pwm-2chan\n", ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]),
        ("#dtoverlay=pwm\n", ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtoverlay=pwm"]),
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtoverlay=pwm,pin=18,func=2", []),
    ],
)
def test_the_owners_own_lines_win(own: str, added: list[str], root: Path) -> None:
    (root / CONFIG).write_text(own, "utf-8")
    install(folder(root))
    text = (root / CONFIG).read_text("utf-8")
    assert text.startswith(own)
    assert [line for line in text.removeprefix(own).splitlines() if line.startswith("dt")] == added


@pytest.mark.parametrize(("gpio", "overlay"), [*PWM_OVERLAYS.items(), (4, "")])
def test_the_overlay_is_that_of_the_buzzers_pin(gpio: int, overlay: str, root: Path) -> None:
    install(folder(root), buzzer=gpio)
    lines = (root / CONFIG).read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("dtoverlay=")] == ([overlay] if overlay else [])
    install(folder(root))
    lines = (root / CONFIG).read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("dtoverlay=")] == [PWM_OVERLAYS[18]], "the block is made anew"


def test_a_block_that_was_changed_by_hand_is_left(root: Path) -> None:
    install(folder(root))
    changed = (root / CONFIG).read_text("utf-8").replace("dtoverlay=pwm\n", "")
    (root / CONFIG).write_text(changed, "utf-8")
    lines: list[str] = []
    install(folder(root), lines.append)
    uninstall(folder(root), lines.append)
    assert (root / CONFIG).read_text("utf-8") == changed
    assert len([line for line in lines if line.startswith("left as it is:")]) == 2


def sections(config: str) -> list[str]:
    """Return the owner's overlays in *config*, each behind the section that the firmware reads it in."""
    section, found = "[all]", list[str]()
    for line in config.splitlines():
        if line.startswith("["):
            section = line
        elif line.startswith("dtoverlay=vc4"):
            found.append(f"{section} {line}")
    return found


@pytest.mark.parametrize("behind", ["dtoverlay=vc4-kms-v3d\n", "\n# mine\ndtoverlay=vc4-kms-v3d"])
def test_lines_that_come_to_stand_behind_the_block_mean_the_same_for_ever(behind: str, root: Path) -> None:
    config = root / CONFIG
    config.write_text("[pi4]\narm_boost=1\n", "utf-8")
    install(folder(root))
    config.write_text(f"{config.read_text('utf-8')}{behind}", "utf-8")
    before = config.read_text("utf-8")
    assert install(folder(root)) == []
    assert config.read_text("utf-8") == before
    install(folder(root), buzzer=12)
    assert config.read_text("utf-8") == before.replace("dtoverlay=pwm\n", f"{PWM_OVERLAYS[12]}\n").replace(
        checksum_in(before), checksum_in(config.read_text("utf-8"))
    )
    assert sections(config.read_text("utf-8")) == ["[all] dtoverlay=vc4-kms-v3d"]
    uninstall(folder(root))
    assert config.read_text("utf-8") == f"[pi4]\narm_boost=1\n[all]\n{behind}"


def checksum_in(config: str) -> str:
    return config.partition("# tidetable install ")[2].partition(":")[0]


@pytest.mark.parametrize("behind", ["[pi5]\narm_boost=1\n", "# mine\n\n"])
def test_behind_the_block_no_section_is_left_where_none_is_needed(behind: str, root: Path) -> None:
    config = root / CONFIG
    config.write_text("[pi4]\narm_boost=1\n", "utf-8")
    install(folder(root))
    config.write_text(f"{config.read_text('utf-8')}{behind}", "utf-8")
    uninstall(folder(root))
    assert config.read_text("utf-8") == f"[pi4]\narm_boost=1\n{behind}"


def test_what_the_owner_switches_on_behind_the_block_goes_from_it(root: Path) -> None:
    config = root / CONFIG
    config.write_text("[pi4]\n", "utf-8")
    install(folder(root))
    own = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtoverlay=pwm,pin=18,func=2\n"
    config.write_text(f"{config.read_text('utf-8')}{own}", "utf-8")
    install(folder(root))
    assert config.read_text("utf-8") == f"[pi4]\n[all]\n{own}"
    assert install(folder(root)) == []


def test_a_config_that_is_a_link_is_left(root: Path) -> None:
    (root / CONFIG).rename(root / "elsewhere")
    (root / CONFIG).symlink_to(root / "elsewhere")
    install(folder(root))
    uninstall(folder(root))
    assert (root / CONFIG).is_symlink()
    assert (root / "elsewhere").read_text("utf-8") == STOCK


def test_bytes_that_are_no_text_stay_as_they_are(root: Path) -> None:
    (root / CONFIG).write_bytes(b"# caf\xe9\r\n")
    install(folder(root))
    assert (root / CONFIG).read_bytes().startswith(b"# caf\xe9\r\n# >>> tidetable\n")
    uninstall(folder(root))
    assert (root / CONFIG).read_bytes() == b"# caf\xe9\r\n"


def test_a_computer_that_is_no_pi_is_told_and_no_fault(root: Path) -> None:
    (root / CONFIG).unlink()
    lines: list[str] = []
    install(folder(root), lines.append)
    assert [line for line in lines if CONFIG in line] == [
        "not here: boot/firmware/config.txt (this computer has no Raspberry Pi's config.txt)"
    ]
    assert not (root / CONFIG).exists()


# ---------------------------------------------------------------------- the system
@pytest.mark.needs("systemctl", "systemd-sysusers")
def test_the_user_is_made_before_the_units_are_on_and_goes_after_them(root: Path) -> None:
    system = Recorded(root)
    install(system)
    assert system.calls == [
        f"systemd-sysusers {root / SYSUSERS}",
        "systemctl reenable tidetable-helper.socket",
        "systemctl reenable tidetable.service",
    ]
    assert install(system) == []
    system.calls.clear()
    uninstall(system)
    assert system.calls == [
        "systemctl disable tidetable-helper.socket",
        "systemctl disable tidetable.service",
        f"chown --no-dereference --recursive root:root {root / DATA}",
        f"userdel {USER}",
    ]
    assert (root / "etc/passwd").read_text("utf-8") == ""
    assert (root / DATA / "journal.sqlite").read_bytes() == b"games"


@pytest.mark.needs("systemctl", "systemd-sysusers")
def test_a_running_system_is_told_of_each_change_and_of_those_before_a_cut(root: Path) -> None:
    (root / "run/systemd/system").mkdir(parents=True)
    system = Recorded(root, failing="systemctl daemon-reload")
    with pytest.raises(CallFailed):
        install(system)
    assert "udevadm control --reload" in system.calls
    assert not any("reenable" in call for call in system.calls)
    whole = Recorded(root)
    lines: list[str] = []
    install(whole, lines.append)
    assert lines[0] == "The last run was cut in the middle: this one goes on."
    assert "systemctl daemon-reload" in whole.calls, "the files were so already, and nobody had been told"
    assert whole.calls[-2:] == ["systemctl reenable tidetable.service", "systemctl start tidetable.service"]
    assert (root / UNITS / "multi-user.target.wants/tidetable.service").is_symlink()
    off = Recorded(root)
    uninstall(off)
    assert [call for call in off.calls if "is-active" not in call] == [
        "systemctl disable --now tidetable-helper.socket",
        "systemctl disable --now tidetable.service",
        "systemctl daemon-reload",
        "systemctl try-restart systemd-journald.service",
        *(" ".join(each) for each in RELOAD_UDEV),
        f"chown --no-dereference --recursive root:root {root / DATA}",
        f"userdel {USER}",
    ]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ("1000:1000::/home/ann:/bin/bash", "number is 1000, its folder /home/ann, its shell /bin/bash"),
        ("1000:1000::/var/lib/tidetable:/usr/sbin/nologin", "number is 1000"),
        ("999:999::/home/ann:", "its shell the usual one"),
        ("0:0::/root:/usr/sbin/nologin", "number is 0"),
    ],
)
def test_a_persons_account_of_the_services_name_ends_an_installation_and_is_never_deleted(
    fields: str, told: str, root: Path
) -> None:
    person = f"{USER}:x:{fields}\n"
    (root / "etc/passwd").write_text(person, "utf-8")
    with pytest.raises(NotInstallable, match=told):
        check_account(folder(root))
    system = Recorded(root)
    uninstall(system)
    assert (root / "etc/passwd").read_text("utf-8") == person
    assert not any(call.startswith("userdel") for call in system.calls)


@pytest.mark.needs("systemctl", "systemd-sysusers")
def test_an_account_for_services_of_the_services_name_is_used_gets_its_groups_and_stays(root: Path) -> None:
    line = f"{USER}:x:99:99::/home/{USER}:/usr/sbin/nologin\n"
    (root / "etc/passwd").write_text(line, "utf-8")
    check_account(folder(root))
    system = Recorded(root)
    assert ACCOUNT in install(system)
    assert {*GROUPS} <= {each.partition(":")[0] for each in (root / "etc/group").read_text("utf-8").splitlines()}
    lines: list[str] = []
    assert install(system, lines.append) == []
    uninstall(system, lines.append)
    assert (root / "etc/passwd").read_text("utf-8") == line
    assert len([each for each in lines if each.startswith(f"left as it is: {ACCOUNT}")]) == 2


def test_without_an_account_of_its_name_nothing_ends_an_installation(root: Path) -> None:
    (root / "etc/passwd").write_text("ann:x:1000:1000::/home/ann:/bin/bash\n", "utf-8")
    check_account(folder(root))


# ---------------------------------------------------------------------- what is written
@pytest.mark.needs("systemd-analyze")
def test_systemd_reads_every_line_of_the_units_with_their_drop_in(root: Path) -> None:
    install(folder(root))
    units = [str(root / UNITS / name) for name in UNIT_FILES]
    said = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False).stderr
    assert [line for line in said.splitlines() if "is not executable" not in line and "tidetable" in line] == []


@pytest.mark.needs("systemd-analyze")
def test_port_80_is_the_one_right_of_the_table(root: Path) -> None:
    install(folder(root))
    command = ["systemd-analyze", "security", "--offline=yes", f"--root={root}", "--no-pager", "tidetable.service"]
    judged = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rights = [line for line in judged.splitlines() if "CAP_" in line and line.strip().startswith("\N{BALLOT X}")]
    assert [line for line in rights if "BIND_SERVICE" not in line] == [], judged


def test_every_file_of_ours_says_whether_it_was_changed_and_all_may_read_it(root: Path) -> None:
    for path in install(folder(root)):
        file = root / path
        if path != CONFIG and not file.is_symlink():
            assert is_sealed(file.read_text("utf-8")), path
            assert stat.S_IMODE(file.stat().st_mode) == 0o644, path


def test_a_program_where_a_service_sees_nothing_is_refused(tmp_path: Path) -> None:
    for prefix, base in ((Path("/home/pi/tidetable"), Path("/usr")), (Path("/usr"), Path("/root/python"))):
        with pytest.raises(NotInstallable, match="where a service sees nothing"):
            check_program(prefix, base)


def test_a_program_that_others_may_change_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.upkeep.install.account.HIDDEN", ())
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    with pytest.raises(NotInstallable, match="Others than root can write"):
        check_program(tmp_path / "open", Path("/usr"))
    check_program(Path("/usr"), Path("/usr"))
