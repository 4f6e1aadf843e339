"""``python -m companion.upkeep.debian.build``: make the package from the locked versions.

It runs in a checkout.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

from companion.upkeep.debian.wheels import GLIBC, pinned, platforms, runtime_packages

MACHINES: Mapping[str, str] = {"arm64": "aarch64", "amd64": "x86_64"}
"""Debian's and Python's names of each processor."""
EXTRAS = ("metrics", "mqtt")
"""Extras for a table's settings, without the club's page."""
PIP = "25.3"
"""Version of the pip that makes the environment.

It is one file that runs without being installed.
"""
HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FILES = ROOT / "companion/service/files/usr"
PROGRAM = "usr/lib/tidetable"
SCRIPTS = ("postinst", "prerm", "postrm")
PROGRAMS = ("make-environment", "remove-old-environments")
SOURCES = ("companion", "firmware_host", "hardware", "web_ui")
DESCRIPTIONS = ("LICENSE", "README.md", "pyproject.toml")


class NotBuilt(Exception):
    """A failure to make the package; the message says which."""


def main() -> int:
    """Make the requested package; return the exit code."""
    parser = argparse.ArgumentParser(prog="make deb", description="Make the Debian package of the table.")
    parser.add_argument("--arch", choices=MACHINES, default="arm64", help="the processor; arm64 is a Raspberry Pi's")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for the package")
    given = parser.parse_args()
    try:
        print(build(given.arch, given.out))
    except NotBuilt as fault:
        print(f"make deb: {fault}", file=sys.stderr)
        return 1
    return 0


def build(arch: str, out: Path) -> Path:
    """Build the package for *arch*; return its file in *out*.

    :raises NotBuilt: if a wheel is missing, or a program has failed.
    """
    with tempfile.TemporaryDirectory(prefix="tidetable-deb-") as work:
        wheels = Path(work) / "wheels"
        for python in GLIBC:
            fetch(python, MACHINES[arch], wheels)
        _own_wheel(Path(work), wheels)
        return pack(wheels, arch, out)


def fetch(python: str, machine: str, wheels: Path) -> None:
    """Fetch the wheels of all dependencies on *machine* into *wheels*.

    They are for that *python*.

    :raises NotBuilt: if one isn't available; pip's own words say which.
    """
    versions = pinned(ROOT / "requirements-dev.lock")
    names = runtime_packages(ROOT / "pyproject.toml", python, machine, EXTRAS)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python, "--dest", str(wheels)]
    command += [word for platform in platforms(python, machine) for word in ("--platform", platform)]
    _run(*command, f"pip=={PIP}", *(f"{name}=={versions[name]}" for name in sorted(names)))


def _own_wheel(work: Path, wheels: Path) -> None:
    """Build the table's wheel into *wheels* from a clean copy."""
    source = work / "source"
    for name in SOURCES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in DESCRIPTIONS:
        shutil.copy(ROOT / name, source)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    _run(*command, "--no-build-isolation", "--no-index", "--wheel-dir", str(wheels), str(source))


def version() -> str:
    """Return the version of the table in this checkout."""
    described = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return str(described["project"]["version"])


def package_version() -> str:
    """Return the package's version: the table's, and the newest commit's moment.

    A later package is thus newer. ``SOURCE_DATE_EPOCH``, if set, is that moment. A source without commits and without
    it has none.

    :raises NotBuilt: if the moment isn't in digits.
    """
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or _newest_commit()
    if not seconds:
        return version()
    return f"{version()}+{_run('date', '--utc', f'--date=@{seconds}', '+%Y%m%d%H%M%S').strip()}"


def _newest_commit() -> str:
    """Return the newest commit's moment in Unix seconds, "" without a checkout."""
    if not (ROOT / ".git").exists():
        return ""
    return _run("git", "-C", str(ROOT), "log", "-1", "--format=%ct").strip()


def pack(wheels: Path, arch: str, out: Path) -> Path:
    """Pack *wheels* and scripts for *arch*; return the file in *out*.

    :raises NotBuilt: if dpkg-deb has failed.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tidetable-deb-") as work:
        root = Path(work) / "root"
        root.mkdir(mode=0o755)
        shutil.copytree(FILES, root / "usr")
        shutil.copytree(wheels, root / PROGRAM / "wheels")
        known = {
            "VERSION": version(),
            "PACKAGE_VERSION": package_version(),
            "ARCH": arch,
            "PYTHONS": " ".join(GLIBC),
            "EXTRAS": ",".join(EXTRAS),
            "ROOM": str(_unpacked(wheels) // 1024),
        }
        for name in PROGRAMS:
            _fill(HERE / name, root / PROGRAM / name, known, 0o755)
        _fill(ROOT / "LICENSE", root / "usr/share/doc/tidetable/copyright", {}, 0o644)
        files = sorted(path for path in root.rglob("*") if path.is_file())
        known["SIZE"] = str(sum(file.stat().st_size for file in files) // 1024)
        sums = "".join(f"{_md5(file)}  {file.relative_to(root)}\n" for file in files)
        _fill(HERE / "control", root / "DEBIAN/control", known, 0o644)
        (root / "DEBIAN/md5sums").write_text(sums, "utf-8")
        for name in SCRIPTS:
            _fill(HERE / name, root / "DEBIAN" / name, known, 0o755)
        for path in root.rglob("*"):
            is_open = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if is_open else 0o644)
        made = out / f"tidetable_{known['PACKAGE_VERSION']}_{arch}.deb"
        # Wheels are packed already: to pack them again costs minutes on a Pi and saves nothing.
        _run("dpkg-deb", "--root-owner-group", "-Znone", "--build", str(root), str(made))
    return made


def _unpacked(wheels: Path) -> int:
    """Return the size in bytes of the unpacked files of *wheels*.

    Some are for one Python alone, and only one is installed. That makes up for the compiled files of the others.
    """
    return sum(file.file_size for wheel in wheels.glob("*.whl") for file in ZipFile(wheel).infolist())


def _fill(source: Path, target: Path, known: Mapping[str, str], mode: int) -> None:
    """Copy the text *source* to *target*, replacing each ``@NAME@`` from *known*."""
    text = source.read_text("utf-8")
    for name, value in known.items():
        text = text.replace(f"@{name}@", value)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")
    target.chmod(mode)


def _md5(file: Path) -> str:
    return hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()


def _run(*command: str) -> str:
    """Run *command* and return its output.

    :raises NotBuilt: if it has failed.
    """
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NotBuilt(f"{command[0]} can't be run: {error.strerror}") from error
    if done.returncode:
        raise NotBuilt(f"{' '.join(command[:4])} ... has failed:\n{done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
