"""An arm64 computer's Python and the wheels that a Raspberry Pi installs, kept from run to run outside the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from tests.support.paths import ROOT

QEMU = "qemu-aarch64-static"
PYTHON = ("python3.11-minimal", "libpython3.11-stdlib", "libstdc++6")
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_28_aarch64", "manylinux_2_34_aarch64")
VERSION = "3.11"
APT_FOLDERS = {"Dir::State::lists": "lists/partial", "Dir::Cache": "cache", "Dir::Cache::archives": "debs/partial"}


def prepare() -> Path:
    """Return the folder with an arm64 computer's files in ``root`` and the table's packages in ``site``."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tidetable-arm64"
    wanted = _packages()
    if not (cache / "wanted").is_file() or (cache / "wanted").read_text() != wanted:
        cache.parent.mkdir(parents=True, exist_ok=True)
        # Half of it must never be taken for the whole.
        with tempfile.TemporaryDirectory(dir=cache.parent, prefix="preparing-") as work:
            made = Path(work) / "made"
            made.mkdir()
            _fetch_python(Path(work), made / "root")
            _fetch_packages(made / "site")
            (made / "wanted").write_text(wanted)
            shutil.rmtree(cache, ignore_errors=True)
            made.rename(cache)
    return cache


def command(cache: Path, *words: str) -> Sequence[str]:
    """Return the command that runs ``python`` with *words* as an arm64 computer does."""
    python = cache / "root/usr/bin" / f"python{VERSION}"
    return [QEMU, "-L", str(cache / "root"), str(python), *words]


def environment(cache: Path) -> dict[str, str]:
    """Return what that Python must be told: where its library and its packages are."""
    paths = os.pathsep.join((str(ROOT), str(cache / "site")))
    return {"PYTHONHOME": str(cache / "root/usr"), "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}


def _packages() -> str:
    """Return what the table depends on, a line each, and the versions that are locked."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return "\n".join([*project["dependencies"], (ROOT / "requirements-dev.lock").read_text("utf-8")])


def _fetch_python(work: Path, root: Path) -> None:
    """Unpack Debian's arm64 Python and all that it needs into *root*; nothing is installed."""
    options = ["APT::Architecture=arm64", "APT::Architectures::=arm64", "Dir::State::status=/dev/null"]
    for option, name in APT_FOLDERS.items():
        (work / name).mkdir(parents=True)
        options.append(f"{option}={work / name.removesuffix('/partial')}")
    apt = ["apt-get", *(word for option in options for word in ("-o", option)), "-o", "Debug::NoLocking=true"]
    _run(*apt, "update", "-qq")
    _run(*apt, "install", "-qq", "-y", "--download-only", "--no-install-recommends", *PYTHON)
    for package in sorted((work / "debs").glob("*.deb")):
        _run("dpkg", "-x", str(package), str(root))


def _fetch_packages(site: Path) -> None:
    """Install into *site* what pip would on an arm64 computer: published wheels alone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    target = ["--target", str(site), "--python-version", VERSION, "--implementation", "cp"]
    target += [word for abi in ("cp311", "abi3", "none") for word in ("--abi", abi)]
    target += [word for platform in PLATFORMS for word in ("--platform", platform)]
    lock = ["-c", str(ROOT / "requirements-dev.lock"), "--only-binary", ":all:"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run(*pip, *target, *lock, *project["dependencies"])


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words[:2])}: {done.stdout}{done.stderr}"
