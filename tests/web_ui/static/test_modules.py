from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.served import lay_out

pytestmark = pytest.mark.whole

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("served") / "static")


@pytest.mark.parametrize("suite", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_the_modules_own_tests_pass(modules: Path, suite: str) -> None:
    command = ["node", "--test", "--test-reporter=tap", str(HERE / suite)]
    ran = subprocess.run(
        command,
        env={**os.environ, "MODULES": modules.as_uri()},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "# fail 0" in ran.stdout
