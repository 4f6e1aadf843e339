"""The Debian package: its files and scripts, and, in `make soak`, the table started from one without a network."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from companion.upkeep.debian import build as building
from companion.upkeep.debian.build import EXTRAS, HERE, MACHINES, NotBuilt, build, fetch, pack, package_version, version
from companion.upkeep.debian.wheels import GLIBC

OFFLINE = ("unshare", "--map-root-user", "--net")


def run(*command: str | Path) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def deb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package whose one wheel is none."""
    folder = tmp_path_factory.mktemp("deb")
    (folder / "wheels").mkdir()
    (folder / "wheels" / "some-1.0-py3-none-any.whl").write_bytes(b"wheel")
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
    assert modes["./usr/lib/tidetable/make-environment"] == "-rwxr-xr-x"
    assert modes["./usr/lib/tidetable/wheels/some-1.0-py3-none-any.whl"] == "-rw-r--r--"
    assert {mode for path, mode in modes.items() if path.endswith("/")} == {"drwxr-xr-x"}
    assert not any(path.startswith(("./opt", "./etc", "./var")) for path in modes), "those are the steps' of install"


def test_every_script_is_whole_and_nothing_is_left_to_fill_in(unpacked: Path) -> None:
    scripts = [unpacked / "DEBIAN" / name for name in ("postinst", "prerm", "postrm")]
    scripts.append(unpacked / "usr/lib/tidetable/make-environment")
    for script in scripts:
        run("sh", "-n", script)
        assert script.stat().st_mode & 0o777 == 0o755
        assert not any(f"@{name}@" in script.read_text("utf-8") for name in ("VERSION", "ARCH", "PYTHONS", "EXTRAS"))


def test_the_sums_fit_the_files(unpacked: Path) -> None:
    sums = unpacked / "DEBIAN" / "md5sums"
    assert len(sums.read_text("utf-8").splitlines()) == 3
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


@pytest.mark.parametrize("why", ["configure", "abort-upgrade", "abort-remove", "abort-deconfigure", "triggered"])
def test_installed_or_left_by_a_newer_one_that_failed_it_is_made_and_started(why: str, tmp_path: Path) -> None:
    made, calls = tmp_path / "opt", tmp_path / "calls"
    (made / "bin").mkdir(parents=True)
    for program in (tmp_path / "make-environment", made / "bin/tidetable"):
        program.write_text(f'#!/bin/sh\necho "{program.name} $*" >>{calls}\n', "utf-8")
        program.chmod(0o755)
    script = (HERE / "postinst").read_text("utf-8").replace("/usr/lib/tidetable", str(tmp_path))
    run("sh", "-c", script.replace("/opt/tidetable", str(made)), "postinst", why)
    done = calls.read_text("utf-8").splitlines() if calls.exists() else []
    assert done == ([] if why == "triggered" else [f"make-environment {made}", "tidetable install"])


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
rm -r /opt/tidetable/bin # as after a cut
dpkg --remove tidetable
cat /boot/firmware/config.txt /var/lib/tidetable/journal.sqlite
ls -d /opt/tidetable /etc/tidetable /usr/local/bin/tidetable /etc/systemd/system/tidetable* 2>/dev/null || echo gone
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
    assert lines.count("Everything is so already: nothing was changed.") == 1
    assert "done: the service's user and groups: tidetable" in lines
    assert {"1", "tidetable.service", "tidetable-helper.socket"} <= {*lines}
    assert lines[-3:] == ["dtparam=audio=on", "games", "gone"]
