"""Thousands of broken requests to a whole table over real sockets: none breaks anything, and each is answered."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from companion.opening import Opening
from tests.support.sse import Reader
from tests.support.whole import Whole, whole_table
from tests.web_ui.api.mutated import STATUS, answers, mutated

pytestmark = pytest.mark.whole

REQUESTS, LONG_REQUESTS = 2_000, 20_000
EACH = 50
"""So many requests come from each address."""
KINDS = frozenset({b"200", b"400", b"403", b"404", b"405", b"413", b"415", b"431", b"501"})
"""Of the answers there are, those that so many requests must have had between them."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Whole]:
    with whole_table(tmp_path, Opening("fireship", "kit")) as table:
        yield table


def bear(table: Whole, requests: Iterator[bytes], caplog: pytest.LogCaptureFixture) -> Counter[bytes]:
    """Send *requests*; see that none is answered with a fault of the table or leaves one in the log."""
    told: Counter[bytes] = Counter()
    for number, request in enumerate(requests):
        source = f"127.0.{1 + number // EACH}.1"  # else most of what strangers send would be too much
        statuses = STATUS.findall(answers(table.port, request, source))
        faults = [
            record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info
        ]
        assert b"500" not in statuses and not faults, (request, statuses, faults, caplog.text)
        told.update(statuses)
    return told


def serves(table: Whole) -> bool:
    with Reader(table.port) as reader:
        return table.get("/").status == 200 and bool(reader.next("table").json["version"])


@pytest.mark.long
def test_two_thousand_broken_requests_break_nothing(table: Whole, caplog: pytest.LogCaptureFixture) -> None:
    told = bear(table, islice(mutated(1, table.port), REQUESTS), caplog)
    assert told.keys() >= KINDS
    assert told.total() >= REQUESTS * 0.9
    assert serves(table)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_twenty_thousand_broken_requests_break_nothing(
    table: Whole, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    bear(table, islice(mutated(seed, table.port), LONG_REQUESTS // 10), caplog)
    assert serves(table)
