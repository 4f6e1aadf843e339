"""Parameters of which `make test` takes a few and `make check` the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def few_of(kept: Collection[Any], values: Iterable[Any]) -> list[Any]:
    """Return *values* as parameters, all but those *kept* marked ``long``.

    :raises ValueError: one of *kept* isn't among *values*.
    """
    every = list(values)
    strange = [each for each in kept if each not in every]
    if strange:
        raise ValueError(f"not among the parameters: {strange}")
    return [each if each in kept else _long(each) for each in every]


def _long(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.long)
