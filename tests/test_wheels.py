"""Every package that the table runs with has a wheel for each 64-bit Raspberry Pi OS: nothing is built there."""

from __future__ import annotations

import pytest
from packaging.utils import canonicalize_name, parse_wheel_filename

from companion.upkeep.debian.wheels import GLIBC, pinned, runtime_packages
from tests.wheels import LIST, LOCK, PROJECT, listed, tags


@pytest.mark.parametrize("python", GLIBC)
def test_every_package_the_table_runs_with_is_listed_in_the_locks_version(python: str) -> None:
    needed, versions = runtime_packages(PROJECT, python), pinned(LOCK)
    assert {"flask", "werkzeug", "pillow", "msgspec"} <= needed, "what is needed by what is needed counts too"
    kept = {name: version for name, (version, wheels) in listed().items() if wheels[python] != "-"}
    assert kept == {name: versions[name] for name in needed}, "make the list anew: .ci/lock"


@pytest.mark.parametrize("python", GLIBC)
def test_every_wheel_is_that_version_and_can_be_installed_there(python: str) -> None:
    for name, (version, wheels) in listed().items():
        if wheels[python] != "-":
            wheel_name, wheel_version, _, wheel_tags = parse_wheel_filename(wheels[python])
            assert (wheel_name, str(wheel_version)) == (name, version)
            assert wheel_tags & tags(python), f"{wheels[python]} is not for Python {python} on arm64"


def test_the_list_is_in_order_and_holds_no_address() -> None:
    names = list(listed())
    assert names == sorted(map(canonicalize_name, names))
    assert "/" not in "".join(line for line in LIST.read_text("utf-8").splitlines() if not line.startswith("#"))


@pytest.mark.parametrize(
    ("wheel", "fits"),
    [
        ("lgpio-0.2.2.0-cp312-cp312-manylinux_2_34_aarch64.whl", False),
        ("lgpio-0.2.2.0-cp313-cp313-manylinux_2_34_x86_64.whl", False),
        ("some-1.0-cp313-cp313-manylinux_2_41_aarch64.whl", True),
        ("some-1.0-cp313-cp313-manylinux_2_42_aarch64.whl", False),
        ("some-1.0-cp311-abi3-manylinux2014_aarch64.manylinux_2_17_aarch64.whl", True),
        ("some-1.0-py2.py3-none-any.whl", True),
    ],
)
def test_a_wheel_fits_a_python_or_not(wheel: str, fits: bool) -> None:
    assert bool(parse_wheel_filename(wheel)[3] & tags("3.13")) is fits
