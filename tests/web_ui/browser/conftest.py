"""What several modules about pages share, each of which has its own ``table``, a whole one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from tests.support.browsing import PROXY_ADDRESS
from tests.support.whole import Whole
from tests.web_ui.browser.fitness import BRIEF, WHOLE, Good, good_in
from tests.web_ui.browser.proxy import Proxy

pytestmark = pytest.mark.whole


@pytest.fixture(params=[pytest.param(BRIEF, id="brief"), pytest.param(WHOLE, id="whole", marks=pytest.mark.long)])
def good(request: pytest.FixtureRequest) -> Good:
    """What fails unless a page is fit for everybody: in a few looks, and in all of them in `make check`."""
    return partial(good_in, request.param)


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
