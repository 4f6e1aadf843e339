"""Builds the packages beside this file as wheels, and installs them where the program finds them."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.library.packages import installed, located

HERE = Path(__file__).parent
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
"""What pip does with the build backend that all packages here name, without the seconds that pip takes."""


def build(name: str, folder: Path) -> Path:
    """Return a wheel of the package *name*, built in *folder* from a copy of its source, without the network."""
    source = folder / f"{name}-source"
    shutil.copytree(HERE / name, source, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-c", BUILD, str(folder / name)]
    built = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (wheel,) = (folder / name).iterdir()
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Put the pure *wheel* into *folder*, as an installer does; return *folder*, which has to be on ``sys.path``."""
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
    return folder


@contextmanager
def beside_the_program(folder: Path) -> Iterator[None]:
    """Have this process find what was installed in *folder*, and forget it afterwards."""
    sys.path.insert(0, str(folder))
    _look_again()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0].startswith("tidetable_")]:
            del sys.modules[name]
        _look_again()


def _look_again() -> None:
    importlib.invalidate_caches()
    located.cache_clear()
    installed.cache_clear()
