"""Tables of cases that one test walks. Its failure names each row that failed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]
PARAM = type(pytest.param())
FAILURES = (Exception, pytest.fail.Exception)


class Rows:
    """The failures of one table's rows."""

    def __init__(self) -> None:
        self.failures: list[str] = []
        self.first: BaseException | None = None

    @contextmanager
    def row(self, *name: object) -> Iterator[None]:
        """Collect a failure under the *name* of its row."""
        try:
            yield
        except FAILURES as error:
            words = ", ".join(part if isinstance(part, str) else repr(part) for part in name)
            self.failures.append(f"[{words}] {type(error).__name__}: {error}")
            self.first = self.first or error


@contextmanager
def all_rows() -> Iterator[Rows]:
    """Fail at the end if a row has failed, with the name and the fault of each such row."""
    rows = Rows()
    yield rows
    if rows.failures:
        raise AssertionError("\n".join([f"rows that failed: {len(rows.failures)}", *rows.failures])) from rows.first


Ids = Callable[[Any], object] | Iterable[str] | None


def each_row(names: str | Sequence[str], table: Iterable[Any], ids: Ids = None) -> Callable[[Test], Test]:
    """Walk *table* in one test, where ``pytest.mark.parametrize`` makes a test of each row.

    A row is named by its values, or by *ids* of them, or by its own of *ids*, or by its id in a ``pytest.param``.
    Each row has patches and a folder of its own if the test takes ``monkeypatch`` or ``tmp_path``. All other fixtures
    are shared.
    """
    arguments = (names,) if isinstance(names, str) else tuple(names)
    rows = list(_named(table, len(arguments), ids))
    if not rows:
        raise ValueError(f"no row for {names}")

    def folded(test: Test) -> Test:
        signature = inspect.signature(test)
        fixtures = [each for each in signature.parameters.values() if each.name not in arguments]

        @wraps(test)
        def walk(**shared: Any) -> None:
            with all_rows() as found:
                for number, (name, values) in enumerate(rows):
                    with found.row(*name), ExitStack() as stack:
                        own = {fixture: _of_row(fixture, value, number, stack) for fixture, value in shared.items()}
                        test(**own, **dict(zip(arguments, values, strict=True)))

        walk.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]  # pytest reads it
        return walk

    return folded


def _named(table: Iterable[Any], count: int, ids: Ids) -> Iterator[tuple[Sequence[object], Sequence[Any]]]:
    """Yield the name of each row, in parts, and its values."""
    params = [row if isinstance(row, PARAM) else pytest.param(*((row,) if count == 1 else row)) for row in table]
    own_ids = [None] * len(params) if ids is None or callable(ids) else list(ids)
    for param, own_id in zip(params, own_ids, strict=True):
        if param.marks or len(param.values) != count:
            raise ValueError(f"{param}: expected {count} values and no marks")
        name = param.id or own_id
        if name is not None:
            yield (name,), param.values
        else:
            yield tuple(map(ids, param.values)) if callable(ids) else param.values, param.values


def _of_row(name: str, fixture: Any, number: int, stack: ExitStack) -> Any:
    """Return what the row gets for the *fixture* of this name."""
    if isinstance(fixture, pytest.MonkeyPatch):
        return stack.enter_context(fixture.context())
    if name == "tmp_path":
        fixture = fixture / f"row-{number}"
        fixture.mkdir()
    return fixture
