"""The packages beside this file, built once and found by the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.library.games import Library
from tests.plugins.wheels import beside_the_program, build, install
from tests.support.browsing import Pages
from tests.support.whole import Whole

pytestmark = pytest.mark.whole

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


@pytest.fixture
def pages(browser: Browser, table: Whole) -> Iterator[Pages]:
    """Pages of the test's own *table*; whatever one of them complains of fails the test."""
    pages = Pages(browser, table.daemon.server)
    yield pages
    pages.close()
    assert pages.complaints == []
