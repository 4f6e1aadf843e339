"""Installing into a folder's files: done once, done again, cut anywhere, taken off, and nothing of anybody else's."""

from __future__ import annotations

import stat
import subprocess
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import pytest

from companion.service import last_picture
from companion.service.helper import USER, missing_i2c
from companion.upkeep.install.installing import NotInstallable, check_account, check_program, install, uninstall
from companion.upkeep.install.machine import CallFailed, Machine, NoSystem, System
from companion.upkeep.install.sealed import is_sealed, sealed
from companion.upkeep.install.steps import (
    DATA,
    GROUPS,
    PWM_OVERLAYS,
    RELOAD_UDEV,
    SETTINGS,
    SYSUSERS,
    UNIT_FILES,
    UNITS,
    steps,
)
from tests.support.paths import ROOT

PREFIX = Path("/opt/tidetable")
CONFIG = "boot/firmware/config.txt"
STOCK = "dtparam=audio=on\n#dtparam=i2c_arm=on\n[cm4]\notg_mode=1\n\n[all]\n"
TABLE = steps(PREFIX, 18)


class Cut(Exception):  # noqa: N818  # as people say it
    """The plug was pulled."""


@dataclass
class Recorded:
    """A system that notes its *calls*, and fails at those that begin as one of *failing*."""

    root: Path
    calls: list[str] = field(default_factory=list)
    failing: tuple[str, ...] = ("no program is called so",)

    def call(self, *command: str) -> None:
        line = " ".join(command)
        unit = self.root / UNITS / command[-1]
        is_missing = command[:2] == ("systemctl", "try-restart") and "tidetable" in unit.name and not unit.exists()
        if line.startswith(self.failing) or is_missing:
            raise CallFailed(f"`{line}` has failed: no")
        self.calls.append(line)
        etc = self.root / "etc"
        if command[0] == "systemd-sysusers":
            subprocess.run(["systemd-sysusers", f"--root={self.root}", command[1]], capture_output=True, check=True)
        elif command[0] == "userdel":
            lines = (etc / "passwd").read_text("utf-8").splitlines(keepends=True)
            (etc / "passwd").write_text("".join(each for each in lines if not each.startswith(command[1])), "utf-8")
        elif command[:2] in {("systemctl", "enable"), ("systemctl", "disable")}:
            done = ["systemctl", f"--root={self.root}", command[1], *(word for word in command[2:] if word != "--now")]
            subprocess.run(done, capture_output=True, check=True)


class Fragile(Machine):
    """A computer whose plug is pulled at the change with the number *at_change*, before it or in its middle."""

    def __init__(self, root: Path, at_change: int) -> None:
        super().__init__(root, NoSystem())
        object.__setattr__(self, "left", at_change)

    left: int

    def _live(self, file: Path) -> None:
        object.__setattr__(self, "left", self.left - 1)
        if self.left < 0:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.with_name(f"{file.name}.tidetable-new").write_text("half", "utf-8")
            raise Cut

    def write(self, path: str, text: str) -> None:
        self._live(self.at(path))
        super().write(path, text)

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


def machine(root: Path, system: System | None = None) -> Machine:
    return Machine(root, system or NoSystem())


# ---------------------------------------------------------------------- once, twice, and off
def test_all_files_are_put_in_their_place_and_a_second_run_changes_none(root: Path) -> None:
    changed = install(machine(root), TABLE, quiet)
    assert changed == [path for path in changed if (root / path).is_symlink() or (root / path).is_file()]
    assert {f"{UNITS}/{name}" for name in UNIT_FILES} < {*changed}
    written = tree(root)
    lines: list[str] = []
    assert install(machine(root), TABLE, lines.append) == []
    assert tree(root) == written
    assert {line.partition(":")[0] for line in lines} == {"is so", "not here"}


def test_a_dry_run_tells_each_step_and_changes_nothing(root: Path) -> None:
    before, lines = tree(root), list[str]()
    would = install(machine(root), TABLE, lines.append, is_dry=True)
    assert tree(root) == before
    assert would == install(machine(root), TABLE, quiet)
    assert [line.split(": ")[2] for line in lines if line.startswith("would do: ")] == would


def test_taken_off_nothing_is_left_but_the_games(root: Path) -> None:
    before = tree(root)
    install(machine(root), TABLE, quiet)
    assert tree(root) != before
    uninstall(machine(root), TABLE, quiet)
    assert tree(root) == before
    assert not (root / "etc/tidetable").exists()
    assert uninstall(machine(root), TABLE, quiet) == []


@pytest.mark.parametrize("way", [install, uninstall])
def test_a_cut_anywhere_leaves_what_can_be_gone_on_with_and_taken_off(
    way: Callable[..., object], tmp_path: Path
) -> None:
    whole, bare = pi(tmp_path / "whole"), tree(pi(tmp_path / "bare"))
    install(machine(whole), TABLE, quiet)
    full, cuts = tree(whole), 0
    while True:
        for goal, end in ((install, full), (uninstall, bare)):
            root = pi(tmp_path / f"{cuts}-{goal.__name__}")
            if way is uninstall:
                install(machine(root), TABLE, quiet)
            try:
                way(Fragile(root, cuts), TABLE, quiet)
            except Cut:
                goal(machine(root), TABLE, quiet)
                assert tree(root) == end, f"cut at change {cuts}, then {goal.__name__}"
            else:
                assert cuts >= len(UNIT_FILES) + 5
                return
        cuts += 1


# ---------------------------------------------------------------------- what is others'
@pytest.mark.parametrize("path", ["etc/udev/rules.d/70-tidetable.rules", f"{UNITS}/tidetable.service", SYSUSERS])
def test_a_file_that_is_not_ours_is_never_overwritten_or_removed(path: str, root: Path) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text("my own\n", "utf-8")
    lines: list[str] = []
    install(machine(root), TABLE, lines.append)
    uninstall(machine(root), TABLE, lines.append)
    assert (root / path).read_text("utf-8") == "my own\n"
    assert [line.partition(":")[0] for line in lines if f": {path} (" in line] == ["left as it is"] * 2


def test_a_file_of_ours_that_the_owner_has_changed_is_left_and_named(root: Path) -> None:
    install(machine(root), TABLE, quiet)
    unit = root / UNITS / "tidetable.service"
    changed = unit.read_text("utf-8") + "Nice=5\n"
    unit.write_text(changed, "utf-8")
    lines: list[str] = []
    assert install(machine(root), TABLE, lines.append) == []
    uninstall(machine(root), TABLE, lines.append)
    assert unit.read_text("utf-8") == changed
    assert len([line for line in lines if line.startswith("left as it is:")]) == 2


def test_a_link_in_the_place_of_a_file_is_not_followed(root: Path) -> None:
    ours = sealed("of an older version\n")
    (root / "elsewhere").write_text(ours, "utf-8")
    (root / "etc/sysusers.d").mkdir()
    (root / SYSUSERS).symlink_to(root / "elsewhere")
    install(machine(root), TABLE, quiet)
    uninstall(machine(root), TABLE, quiet)
    assert (root / "elsewhere").read_text("utf-8") == ours
    assert (root / SYSUSERS).is_symlink()


def test_the_settings_are_the_owners_from_the_first_change_on(root: Path) -> None:
    install(machine(root), TABLE, quiet)
    (root / SETTINGS).write_text("[web]\nport = 8080\n", "utf-8")
    lines: list[str] = []
    assert install(machine(root), TABLE, lines.append) == []
    assert f"is so: settings: {SETTINGS}" in lines
    uninstall(machine(root), TABLE, quiet)
    assert (root / SETTINGS).read_text("utf-8") == "[web]\nport = 8080\n"


def test_a_file_of_an_older_version_is_brought_up_to_date(root: Path) -> None:
    install(machine(root), steps(Path("/opt/old"), 18), quiet)
    (root / "usr/local/bin/tidetable").unlink()
    changed = install(machine(root), TABLE, quiet)
    assert {f"{UNITS}/tidetable.service", f"{UNITS}/tidetable-helper@.service"} <= {*changed}
    assert f"ExecStart={PREFIX}/bin/" in (root / UNITS / "tidetable.service").read_text("utf-8")


def test_units_that_were_copied_by_hand_are_taken_over(root: Path) -> None:
    unit = root / UNITS / "tidetable.service"
    unit.parent.mkdir(parents=True)
    unit.write_text((files("companion.service") / unit.name).read_text("utf-8"), "utf-8")
    assert f"{UNITS}/{unit.name}" in install(machine(root), TABLE, quiet)
    assert is_sealed(unit.read_text("utf-8"))


def test_a_command_of_somebody_elses_is_left(root: Path) -> None:
    command = root / "usr/local/bin/tidetable"
    command.parent.mkdir(parents=True)
    command.symlink_to("/home/ann/tidetable")
    install(machine(root), TABLE, quiet)
    uninstall(machine(root), TABLE, quiet)
    assert str(command.readlink()) == "/home/ann/tidetable"


def test_systemd_finds_the_last_picture_of_the_program_that_is_installed(root: Path) -> None:
    install(machine(root), TABLE, quiet)
    (found,) = (root / "usr/lib/systemd/system-shutdown").iterdir()
    program = found.readlink()
    assert program.parent == PREFIX / "bin"
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts[program.name] == f"{last_picture.__name__}:{last_picture.main.__name__}"


# ---------------------------------------------------------------------- config.txt
def test_config_gets_one_block_for_all_models(root: Path) -> None:
    install(machine(root), TABLE, quiet)
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
    install(machine(root), TABLE, quiet)
    text = (root / CONFIG).read_text("utf-8")
    assert text.startswith(own)
    assert [line for line in text.removeprefix(own).splitlines() if line.startswith("dt")] == added


@pytest.mark.parametrize(("gpio", "overlay"), [*PWM_OVERLAYS.items(), (4, "")])
def test_the_overlay_is_that_of_the_buzzers_pin(gpio: int, overlay: str, root: Path) -> None:
    install(machine(root), steps(PREFIX, gpio), quiet)
    lines = (root / CONFIG).read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("dtoverlay=")] == ([overlay] if overlay else [])
    install(machine(root), TABLE, quiet)
    lines = (root / CONFIG).read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("dtoverlay=")] == [PWM_OVERLAYS[18]], "the block is made anew"


def test_a_block_that_was_changed_by_hand_is_left(root: Path) -> None:
    install(machine(root), TABLE, quiet)
    changed = (root / CONFIG).read_text("utf-8").replace("dtoverlay=pwm\n", "")
    (root / CONFIG).write_text(changed, "utf-8")
    lines: list[str] = []
    install(machine(root), TABLE, lines.append)
    uninstall(machine(root), TABLE, lines.append)
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
    install(machine(root), TABLE, quiet)
    config.write_text(f"{config.read_text('utf-8')}{behind}", "utf-8")
    before = config.read_text("utf-8")
    assert install(machine(root), TABLE, quiet) == []
    assert config.read_text("utf-8") == before
    install(machine(root), steps(PREFIX, 12), quiet)
    assert config.read_text("utf-8") == before.replace("dtoverlay=pwm\n", f"{PWM_OVERLAYS[12]}\n").replace(
        checksum_in(before), checksum_in(config.read_text("utf-8"))
    )
    assert sections(config.read_text("utf-8")) == ["[all] dtoverlay=vc4-kms-v3d"]
    uninstall(machine(root), TABLE, quiet)
    assert config.read_text("utf-8") == f"[pi4]\narm_boost=1\n[all]\n{behind}"


def checksum_in(config: str) -> str:
    return config.partition("# tidetable install ")[2].partition(":")[0]


@pytest.mark.parametrize("behind", ["[pi5]\narm_boost=1\n", "# mine\n\n"])
def test_behind_the_block_no_section_is_left_where_none_is_needed(behind: str, root: Path) -> None:
    config = root / CONFIG
    config.write_text("[pi4]\narm_boost=1\n", "utf-8")
    install(machine(root), TABLE, quiet)
    config.write_text(f"{config.read_text('utf-8')}{behind}", "utf-8")
    uninstall(machine(root), TABLE, quiet)
    assert config.read_text("utf-8") == f"[pi4]\narm_boost=1\n{behind}"


def test_what_the_owner_switches_on_behind_the_block_goes_from_it(root: Path) -> None:
    config = root / CONFIG
    config.write_text("[pi4]\n", "utf-8")
    install(machine(root), TABLE, quiet)
    own = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtoverlay=pwm,pin=18,func=2\n"
    config.write_text(f"{config.read_text('utf-8')}{own}", "utf-8")
    install(machine(root), TABLE, quiet)
    assert config.read_text("utf-8") == f"[pi4]\n[all]\n{own}"
    assert install(machine(root), TABLE, quiet) == []


def test_a_config_that_is_a_link_is_left(root: Path) -> None:
    (root / CONFIG).rename(root / "elsewhere")
    (root / CONFIG).symlink_to(root / "elsewhere")
    install(machine(root), TABLE, quiet)
    uninstall(machine(root), TABLE, quiet)
    assert (root / CONFIG).is_symlink()
    assert (root / "elsewhere").read_text("utf-8") == STOCK


def test_bytes_that_are_no_text_stay_as_they_are(root: Path) -> None:
    (root / CONFIG).write_bytes(b"# caf\xe9\r\n")
    install(machine(root), TABLE, quiet)
    assert (root / CONFIG).read_bytes().startswith(b"# caf\xe9\r\n# >>> tidetable\n")
    uninstall(machine(root), TABLE, quiet)
    assert (root / CONFIG).read_bytes() == b"# caf\xe9\r\n"


def test_a_computer_that_is_no_pi_is_told_and_no_fault(root: Path) -> None:
    (root / CONFIG).unlink()
    lines: list[str] = []
    install(machine(root), TABLE, lines.append)
    assert [line for line in lines if CONFIG in line] == [
        "not here: I2C, fast, and the buzzer's PWM: boot/firmware/config.txt"
        " (this computer has no Raspberry Pi's config.txt)"
    ]
    assert not (root / CONFIG).exists()


# ---------------------------------------------------------------------- the system
@pytest.mark.needs("systemctl", "systemd-sysusers")
def test_the_user_is_made_before_the_units_are_on_and_goes_after_them(root: Path) -> None:
    system = Recorded(root)
    install(machine(root, system), TABLE, quiet)
    assert system.calls == [
        f"systemd-sysusers {root / SYSUSERS}",
        "systemctl enable tidetable-helper.socket",
        "systemctl enable tidetable.service",
    ]
    assert install(machine(root, system), TABLE, quiet) == []
    system.calls.clear()
    uninstall(machine(root, system), TABLE, quiet)
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
    system = Recorded(root, failing=("systemctl daemon-reload",))
    with pytest.raises(CallFailed):
        install(machine(root, system), TABLE, quiet)
    assert "udevadm control --reload" in system.calls
    assert not any("enable" in call for call in system.calls)
    whole = Recorded(root)
    lines: list[str] = []
    install(machine(root, whole), TABLE, lines.append)
    assert lines[0] == "The last run was cut in the middle: this one goes on."
    assert "systemctl daemon-reload" in whole.calls, "the files were so already, and nobody had been told"
    assert whole.calls[-1] == "systemctl enable --now tidetable.service"
    assert (root / UNITS / "multi-user.target.wants/tidetable.service").is_symlink()
    off = Recorded(root)
    uninstall(machine(root, off), TABLE, quiet)
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
        check_account(machine(root), USER)
    system = Recorded(root)
    uninstall(machine(root, system), TABLE, quiet)
    assert (root / "etc/passwd").read_text("utf-8") == person
    assert not any(call.startswith("userdel") for call in system.calls)


@pytest.mark.needs("systemctl", "systemd-sysusers")
def test_an_account_for_services_of_the_services_name_is_used_gets_its_groups_and_stays(root: Path) -> None:
    line = f"{USER}:x:99:99::/home/{USER}:/usr/sbin/nologin\n"
    (root / "etc/passwd").write_text(line, "utf-8")
    check_account(machine(root), USER)
    system = Recorded(root)
    assert USER in install(machine(root, system), TABLE, quiet)
    assert {*GROUPS} <= {each.partition(":")[0] for each in (root / "etc/group").read_text("utf-8").splitlines()}
    lines: list[str] = []
    assert install(machine(root, system), TABLE, lines.append) == []
    uninstall(machine(root, system), TABLE, lines.append)
    assert (root / "etc/passwd").read_text("utf-8") == line
    assert len([each for each in lines if each.startswith("left as it is: the service's user and groups")]) == 2


def test_without_an_account_of_its_name_nothing_ends_an_installation(root: Path) -> None:
    (root / "etc/passwd").write_text("ann:x:1000:1000::/home/ann:/bin/bash\n", "utf-8")
    check_account(machine(root), USER)


# ---------------------------------------------------------------------- what is written
@pytest.mark.needs("systemd-analyze")
def test_systemd_reads_every_line_of_the_units_with_their_drop_in(root: Path) -> None:
    install(machine(root), TABLE, quiet)
    folder = root / UNITS
    units = [str(folder / name) for name in UNIT_FILES]
    said = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False).stderr
    assert [line for line in said.splitlines() if "is not executable" not in line and "tidetable" in line] == []


@pytest.mark.needs("systemd-analyze")
def test_port_80_is_the_one_right_of_the_table(root: Path) -> None:
    install(machine(root), TABLE, quiet)
    command = ["systemd-analyze", "security", "--offline=yes", f"--root={root}", "--no-pager", "tidetable.service"]
    judged = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rights = [line for line in judged.splitlines() if "CAP_" in line and line.strip().startswith("\N{BALLOT X}")]
    assert [line for line in rights if "BIND_SERVICE" not in line] == [], judged


def test_every_file_of_ours_says_whether_it_was_changed_and_all_may_read_it(root: Path) -> None:
    for path in install(machine(root), TABLE, quiet):
        file = root / path
        if path != CONFIG and not file.is_symlink():
            assert is_sealed(file.read_text("utf-8")), path
            assert stat.S_IMODE(file.stat().st_mode) == 0o644, path


def test_a_program_where_a_service_sees_nothing_is_refused(tmp_path: Path) -> None:
    for prefix, base in ((Path("/home/pi/tidetable"), Path("/usr")), (Path("/usr"), Path("/root/python"))):
        with pytest.raises(NotInstallable, match="where a service sees nothing"):
            check_program(prefix, base)


def test_a_program_that_others_may_change_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.upkeep.install.installing.HIDDEN", ())
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    with pytest.raises(NotInstallable, match="Others than root can write"):
        check_program(tmp_path / "open", Path("/usr"))
    check_program(Path("/usr"), Path("/usr"))
