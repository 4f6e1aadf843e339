"""What several modules about pages share, each of which has its own ``table``, a whole one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from tests.support.browsing import PROXY_ADDRESS
from tests.support.whole import Whole
from tests.web_ui.browser.fitness import ALL_LOOKS, FEW_LOOKS, Good, good_in
from tests.web_ui.browser.proxy import Proxy

pytestmark = pytest.mark.whole


@pytest.fixture(
    params=[pytest.param(FEW_LOOKS, id="brief"), pytest.param(ALL_LOOKS, id="whole", marks=pytest.mark.long)]
)
def good(request: pytest.FixtureRequest) -> Good:
    """What fails unless a page is fit for everybody: in a few looks, and in all of them in `make check`."""
    return partial(good_in, request.param)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave a test out in a few looks if all of them are looked at in the same run."""
    brief = [each for each in items if _looks_of(each) == FEW_LOOKS and each.get_closest_marker("long")]
    if brief:
        config.hook.pytest_deselected(items=brief)
        items[:] = [each for each in items if each not in brief]


def _looks_of(item: pytest.Item) -> object:
    return item.callspec.params.get("good") if hasattr(item, "callspec") else None


@pytest.fixture(scope="module")
def line(table: Whole) -> Iterator[Proxy]:
    """What lies between the table and the pages that call it by ``PROXY_HOST``."""
    with Proxy(PROXY_ADDRESS, table.port) as line:
        yield line


@pytest.fixture
def network(line: Proxy) -> Iterator[Proxy]:
    """The same, which lets everything through again after a test, however that ends."""
    yield line
    line.flow()


@pytest.fixture(scope="module")
def ada(table: Whole) -> str:
    """The cookie of the phone of the first seat."""
    return table.join([0], "Ada")


@pytest.fixture(scope="module")
def everybody(table: Whole) -> str:
    """The cookie of a phone that holds both seats, which it keeps from game to game."""
    table.do("new fireship kit seats=2")
    return table.join([0, 1], "Zoë")
