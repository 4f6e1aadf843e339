"""The packages beside this file, built once and found by the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.library.games import Library
from tests.plugins.wheels import beside_the_program, build, install

NAMES = ("pig", "harbour")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that all packages are installed in, from their wheels."""
    folder = tmp_path_factory.mktemp("wheels")
    for name in NAMES:
        install(build(name, folder), folder / "site")
    return folder / "site"


@pytest.fixture
def library(site: Path) -> Iterator[Library]:
    """The library of a table that has them all."""
    with beside_the_program(site):
        yield Library()
