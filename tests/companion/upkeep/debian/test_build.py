"""The Debian package: its files and scripts, and, in `make soak`, the table started from one without a network."""

from __future__ import annotations

import ensurepip
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.upkeep.debian import build as building
from companion.upkeep.debian.build import (
    EXTRAS,
    HERE,
    MACHINES,
    PROGRAMS,
    NotBuilt,
    build,
    fetch,
    pack,
    package_version,
    version,
)
from companion.upkeep.debian.wheels import GLIBC
from companion.upkeep.install.files import program as lasting_program
from companion.upkeep.install.files import shipped

pytestmark = pytest.mark.needs("dpkg-deb")

OFFLINE = ("unshare", "--map-root-user", "--net")


def run(*command: str | Path) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def wheel(folder: Path) -> None:
    """Write the wheel of a program called as the table's, which only tells its version."""
    described = f"tidetable-{version()}.dist-info"
    files = {
        "told.py": f"def main():\n    print('tidetable {version()}')\n",
        f"{described}/METADATA": f"Metadata-Version: 2.1\nName: tidetable\nVersion: {version()}\n",
        f"{described}/WHEEL": "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{described}/entry_points.txt": "[console_scripts]\ntidetable = told:main\n",
    }
    with ZipFile(folder / f"tidetable-{version()}-py3-none-any.whl", "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
        packed.writestr(f"{described}/RECORD", "".join(f"{name},,\n" for name in files))


def pip_wheel() -> Path:
    """Return the wheel of pip that this Python has: within ensurepip, or where Debian has put it instead."""
    places = (Path(ensurepip.__file__).parent / "_bundled", Path(sysconfig.get_config_var("WHEEL_PKG_DIR") or "."))
    (wheel,) = (wheel for place in places for wheel in place.glob("pip-*.whl"))
    return wheel


@pytest.fixture(scope="module")
def deb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with a table that only tells its version."""
    folder = tmp_path_factory.mktemp("deb")
    (folder / "wheels").mkdir()
    wheel(folder / "wheels")
    shutil.copy(pip_wheel(), folder / "wheels")
    return pack(folder / "wheels", "arm64", folder / "out")


@pytest.fixture(scope="module")
def unpacked(deb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("root")
    run("dpkg", "-x", deb, root)
    run("dpkg", "-e", deb, root / "DEBIAN")
    return root


def test_it_says_what_it_is_and_for_whom(deb: Path) -> None:
    assert deb.name == f"tidetable_{package_version()}_arm64.deb"
    assert re.fullmatch(rf"{re.escape(version())}(\+20\d{{12}})?", package_version())
    fields = run("dpkg-deb", "--field", deb, "Package", "Version", "Architecture", "Depends").splitlines()
    assert fields == [
        "Package: tidetable",
        f"Version: {package_version()}",
        "Architecture: arm64",
        "Depends: python3 (>= 3.11), python3 (<< 3.14), systemd, udev",
    ]


def test_a_later_package_is_an_upgrade_and_another_version_of_the_table_more_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [version()]
    for moment in ("1700000000", "1795880720", "1795880721"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", moment)
        made.append(package_version())
    assert made[2] == f"{version()}+20261128154520"
    for older, newer in pairwise([*made, f"{version()}.1"]):
        run("dpkg", "--compare-versions", older, "lt", newer)


def test_its_moment_is_that_of_the_newest_commit_and_a_source_without_commits_has_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    shutil.copy(building.ROOT / "pyproject.toml", tmp_path)
    monkeypatch.setattr(building, "ROOT", tmp_path)
    assert package_version() == version()
    own = ("-c", "user.name=Ann", "-c", "user.email=ann@localhost")
    run("git", "init", "--quiet", tmp_path)
    monkeypatch.setenv("GIT_COMMITTER_DATE", "@1795880720 +0500")
    run("git", "-C", tmp_path, *own, "commit", "--quiet", "--allow-empty", "--message=first")
    assert package_version() == f"{version()}+20261128154520"


def test_a_moment_that_is_none_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(NotBuilt, match="date"):
        package_version()


def test_all_is_roots_and_nobody_else_may_write_it(deb: Path) -> None:
    lines = [line.split(maxsplit=5) for line in run("dpkg-deb", "--contents", deb).splitlines()]
    assert {line[1] for line in lines} == {"root/root"}
    modes = {line[5]: line[0] for line in lines}
    assert {modes[f"./usr/lib/tidetable/{name}"] for name in PROGRAMS} == {"-rwxr-xr-x"}
    assert modes[f"./usr/lib/tidetable/wheels/tidetable-{version()}-py3-none-any.whl"] == "-rw-r--r--"
    assert {mode for path, mode in modes.items() if path.endswith("/")} == {"drwxr-xr-x"}
    assert not any(path.startswith(("./opt", "./etc", "./var")) for path in modes), "those are made by install"
    assert {modes[f"./usr/lib/{name}"] for name in shipped()} == {"-rw-r--r--"}


def test_every_script_is_whole_and_nothing_is_left_to_fill_in(unpacked: Path) -> None:
    scripts = [unpacked / "DEBIAN" / name for name in ("postinst", "prerm", "postrm")]
    scripts += [unpacked / "usr/lib/tidetable" / name for name in PROGRAMS]
    for script in scripts:
        run("sh", "-n", script)
        assert script.stat().st_mode & 0o777 == 0o755
        assert not any(
            f"@{name}@" in script.read_text("utf-8") for name in ("VERSION", "ARCH", "PYTHONS", "EXTRAS", "ROOM")
        )


def test_the_sums_fit_the_files(unpacked: Path) -> None:
    sums = unpacked / "DEBIAN" / "md5sums"
    files = len(PROGRAMS) + len(shipped()) + 3  # two wheels, and the licence
    assert len(sums.read_text("utf-8").splitlines()) == files
    subprocess.run(["md5sum", "--check", "--strict", "--quiet", str(sums)], cwd=unpacked, check=True)


def test_a_python_without_wheels_is_refused_before_anything_is_made(unpacked: Path, tmp_path: Path) -> None:
    other = tmp_path / "python3.9"
    other.write_text("#!/bin/sh\necho 3.9\n", "utf-8")
    other.chmod(0o755)
    made = tmp_path / "made"
    made.mkdir()
    command = [str(unpacked / "usr/lib/tidetable/make-environment"), str(made), str(other)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Tidetable has wheels for Python 3.11 3.13, and this computer has 3.9. ")
    assert made.is_dir()


def test_a_package_without_a_wheel_ends_it_and_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.upkeep.debian.build.runtime_packages", lambda *given: {"no-such-package"})
    monkeypatch.setattr("companion.upkeep.debian.build.pinned", lambda lock: {"no-such-package": "1.0"})
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(NotBuilt, match=r"has failed:\n(.|\n)*(pip|no-such-package)=="):
        fetch("3.13", "aarch64", tmp_path)


def test_purging_keeps_the_games_and_a_removal_takes_the_service_off_first() -> None:
    assert "/var/lib" not in "".join(
        line for line in (HERE / "postrm").read_text("utf-8").splitlines() if not line.startswith("#")
    )
    assert "tidetable uninstall" in (HERE / "prerm").read_text("utf-8")


# ---------------------------------------------------------------------- the environment
@pytest.fixture
def program(unpacked: Path, tmp_path: Path) -> Path:
    """The package's files, as one test may break them."""
    return Path(shutil.copytree(unpacked / "usr/lib/tidetable", tmp_path / "lib"))


def make(program: Path, target: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{path}:/usr/bin:/bin"}
    python = getattr(sys, "_base_executable", sys.executable)
    command = [str(program / "make-environment"), str(target), python]
    return subprocess.run(command, env=environment, capture_output=True, text=True, umask=0o077, check=False)


def environments(target: Path) -> list[Path]:
    return sorted(target.with_name(f"{target.name}-environments").iterdir())


def test_a_newer_environment_takes_the_place_of_the_older_one_once_it_is_whole(program: Path, tmp_path: Path) -> None:
    target = tmp_path / "opt"
    assert make(program, target).returncode == 0
    (older,) = environments(target)
    assert not target.readlink().is_absolute(), "or it leads elsewhere where the card is looked at from outside"
    assert run(target / "bin/tidetable", "--version") == f"tidetable {version()}\n"
    assert older.stat().st_mode & 0o777 == 0o755
    assert next(older.rglob("told.py")).stat().st_mode & 0o777 == 0o644, "the service reads it, whoever has installed"
    done = make(program, target)
    assert done.returncode == 0, done.stderr
    assert (len(environments(target)), older in environments(target)) == (2, True), "a table may run from it still"
    assert target.resolve() != older
    run(program / "remove-old-environments", target)
    assert environments(target) == [target.resolve()]
    assert lasting_program(target.resolve(), target) == target
    assert lasting_program(tmp_path, target) == tmp_path


def lose_a_wheel(program: Path) -> None:
    next((program / "wheels").glob("tidetable-*")).unlink()


def break_the_program(program: Path) -> None:
    file = next((program / "wheels").glob("tidetable-*"))
    file.unlink()
    with ZipFile(file, "w") as packed:
        packed.writestr("told.py", "")


def fill_the_card(program: Path) -> None:
    (program / "df").write_text("#!/bin/sh\necho Avail\necho 1\n", "utf-8")
    (program / "df").chmod(0o755)


@pytest.mark.parametrize("harm", [lose_a_wheel, break_the_program, fill_the_card])
def test_where_a_newer_environment_cannot_be_made_the_older_one_works_on(
    harm: Callable[[Path], None], program: Path, tmp_path: Path
) -> None:
    target = tmp_path / "opt"
    assert make(program, target).returncode == 0
    older = target.resolve()
    harm(program)
    failed = make(program, target, path=str(program))
    assert failed.returncode != 0
    assert (target.resolve(), environments(target)) == (older, [older])
    assert run(target / "bin/tidetable", "--version") == f"tidetable {version()}\n"
    if harm is fill_the_card:
        assert re.search(
            r"needs \d+ kB in \S+-environments, and 1 kB are free\. What is installed stays", failed.stderr
        )


def test_an_environment_of_an_older_package_gives_way_and_what_a_cut_has_left_goes(
    program: Path, tmp_path: Path
) -> None:
    target = tmp_path / "opt"
    (target / "bin").mkdir(parents=True)
    (target / "bin/tidetable").write_text("of an older package", "utf-8")
    half = tmp_path / "opt-environments/0.1.0.cut"
    half.mkdir(parents=True)
    lose = program / "wheels-elsewhere"
    (program / "wheels").rename(lose)
    assert make(program, target).returncode != 0
    assert (target / "bin/tidetable").read_text("utf-8") == "of an older package"
    lose.rename(program / "wheels")
    assert make(program, target).returncode == 0
    assert not half.exists()
    assert run(target / "bin/tidetable", "--version") == f"tidetable {version()}\n"


# ---------------------------------------------------------------------- what dpkg calls
ABORTED = ["abort-upgrade", "abort-remove", "abort-deconfigure"]


class Scripts:
    """The package's scripts on a computer whose programs only tell what was called."""

    def __init__(self, root: Path) -> None:
        self.root, self.opt, self._calls = root, root / "opt", root / "calls"
        (self.opt / "bin").mkdir(parents=True)
        (root / "systemd").mkdir()
        for name in ("make-environment", "remove-old-environments", "systemctl"):
            self.tell(root / name)
        self.tell(self.opt / "bin/tidetable")

    def tell(self, program: Path, line: str = ":") -> None:
        program.write_text(f'#!/bin/sh\necho "{program.name} $*" >>{self._calls}\n{line}\n', "utf-8")
        program.chmod(0o755)

    def call(self, script: str, *words: str) -> tuple[int, list[str]]:
        """Return whether dpkg's call of *script* has failed, and what it has called."""
        text = (HERE / script).read_text("utf-8").replace("/usr/lib/tidetable", str(self.root))
        text = text.replace("/opt/tidetable", str(self.opt)).replace("/run/systemd/system", str(self.root / "systemd"))
        self._calls.write_text("")
        environment = {"PATH": f"{self.root}:/usr/bin:/bin"}
        done = subprocess.run(["sh", "-c", text, script, *words], env=environment, check=False)
        return done.returncode, self._calls.read_text("utf-8").replace(f" {self.opt}", "").splitlines()


@pytest.fixture
def scripts(tmp_path: Path) -> Scripts:
    return Scripts(tmp_path)


def test_an_upgrade_lets_the_table_play_until_all_is_there(scripts: Scripts) -> None:
    assert scripts.call("prerm", "upgrade", "2.0") == (0, [])
    made, cleaned = "make-environment", "remove-old-environments"
    restarted = "systemctl try-restart tidetable.service"
    assert scripts.call("postinst", "configure", "1.0") == (0, [made, "tidetable install", restarted, cleaned])
    assert scripts.call("postinst", "configure", "") == (0, [made, "tidetable install", cleaned]), "started just now"
    assert scripts.call("postinst", "triggered", "x") == (0, [])


def test_an_upgrade_without_an_environment_ends_there_and_the_older_table_plays_on(scripts: Scripts) -> None:
    scripts.tell(scripts.root / "make-environment", "exit 1")
    assert scripts.call("postinst", "configure", "1.0") == (1, ["make-environment"])


@pytest.mark.parametrize("why", ABORTED)
def test_left_by_a_newer_one_that_failed_it_is_started_and_made_only_where_it_is_gone(
    why: str, scripts: Scripts
) -> None:
    done = ["tidetable install", "remove-old-environments"]
    assert scripts.call("postinst", why, "2.0") == (0, ["tidetable --version", *done])
    scripts.tell(scripts.opt / "bin/tidetable", '[ "$1" != --version ]')
    assert scripts.call("postinst", why, "2.0") == (0, ["tidetable --version", "make-environment", *done])


def test_once_its_files_are_gone_the_program_goes_and_systemd_forgets_them(scripts: Scripts) -> None:
    forgotten = ["systemctl daemon-reload", "systemctl try-restart systemd-journald.service"]
    assert scripts.call("postrm", "upgrade", "2.0") == (0, [])
    assert scripts.opt.exists()
    assert scripts.call("postrm", "remove") == (0, forgotten)
    assert not scripts.opt.exists()
    (scripts.root / "systemd").rmdir()
    assert scripts.call("postrm", "purge") == (0, []), "in a folder that nothing runs in"


def pythons() -> dict[str, str]:
    """Return the Pythons of this computer that there are wheels for, each by its version."""
    found = {".".join(map(str, sys.version_info[:2])): str(getattr(sys, "_base_executable", sys.executable))}
    for name in GLIBC:
        path = shutil.which(f"python{name}")
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, check=False) if path else None
        if path and answer and answer.returncode == 0 and answer.stdout.startswith(f"Python {name}."):
            found.setdefault(name, path)
    return {name: path for name, path in found.items() if name in GLIBC}


@pytest.mark.soak
def test_the_table_starts_from_the_package_without_a_network(tmp_path: Path) -> None:
    deb = build("amd64", tmp_path)
    run("dpkg", "-x", deb, tmp_path / "root")
    assert MACHINES["amd64"] == "x86_64"
    assert pythons()
    for name, python in pythons().items():
        target = tmp_path / f"environment-{name}"
        run(*OFFLINE, tmp_path / "root/usr/lib/tidetable/make-environment", target, python)
        assert run(*OFFLINE, target / "bin/tidetable", "--version") == f"tidetable {version()}\n"
        assert run(*OFFLINE, target / "bin/tidetable", "games").count("\n") > 4
        check = "import gpiod, gpiozero, luma.oled, PIL, zeroconf, paho.mqtt, prometheus_client, serial, smbus2"
        run(*OFFLINE, target / "bin/python", "-c", check)
    assert {"mqtt", "metrics"} == {*EXTRAS}


COMPUTER = """
mount -t tmpfs written {work}
mkdir {work}/upper {work}/work {work}/root
mount -t overlay overlay -o lowerdir=/,upperdir={work}/upper,workdir={work}/work {work}/root
mount --rbind /dev {work}/root/dev
mount --rbind /proc {work}/root/proc
mkdir -p {work}/root/boot/firmware {work}/root/var/lib/tidetable
echo dtparam=audio=on >{work}/root/boot/firmware/config.txt
echo games >{work}/root/var/lib/tidetable/journal.sqlite
cp {deb} {work}/root/var/new.deb
exec chroot {work}/root /bin/sh -ec '
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
dpkg --install /var/new.deb
grep -c ^tidetable: /etc/passwd
ls /etc/systemd/system/*.wants | grep tidetable
tidetable install | tail -n 1
echo "#!/bin/sh
echo 1" >/usr/local/bin/df
chmod +x /usr/local/bin/df
dpkg --install /var/new.deb && exit 1
tidetable --version
rm /usr/local/bin/df
dpkg --configure tidetable
echo environments $(ls /opt/tidetable-environments | wc -l)
echo taken $(du -sk /opt/tidetable-environments)
grep -o "needs [0-9]*" /usr/lib/tidetable/make-environment
rm -r /opt/tidetable/bin # as after a cut
dpkg --remove tidetable
cat /boot/firmware/config.txt /var/lib/tidetable/journal.sqlite
ls -d /opt/tidetable* /etc/tidetable /usr/local/bin/tidetable /etc/systemd/system/tidetable* 2>/dev/null || echo gone
'
"""
"""A computer for one evening: this one's files, what is written to them in memory, no network, no service manager."""


@pytest.mark.soak
def test_dpkg_installs_it_without_a_network_and_takes_it_off_again(tmp_path: Path) -> None:
    deb = build("amd64", tmp_path)
    work = tmp_path / "computer"
    work.mkdir()
    script = "set -e" + COMPUTER.format(work=work, deb=deb)
    command = ["unshare", "--mount", "--net", "sh", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines.count("No change needed.") == 2, "once more by hand, and by an upgrade"
    assert f"tidetable {version()}" in lines, "where a newer one found no room"
    assert "environments 1" in lines
    told = dict(line.split()[:2] for line in lines if line.startswith(("taken ", "needs ")))
    assert int(told["taken"]) <= int(told["needs"]) <= 1.5 * int(told["taken"])
    assert "done: the user tidetable" in lines
    assert {"1", "tidetable.service", "tidetable-helper.socket"} <= {*lines}
    assert lines[-3:] == ["dtparam=audio=on", "games", "gone"]
