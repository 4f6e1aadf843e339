"""Home Assistant itself, the newest that installs here, takes what it is told, by its own schemas and templates."""

from __future__ import annotations

import json
import os
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from companion.outside import messages
from companion.outside.messages import Press, ResultMessage, Status, TurnMessage
from tests.companion.outside.mqtt.test_home_assistant import a_view, discovered
from tests.support.paths import ROOT

pytestmark = pytest.mark.soak

INSIDE = ROOT / "tests" / "companion" / "outside" / "in_home_assistant.py"
CONSTRAINTS = "homeassistant/package_constraints.txt"
PATIENCE_S = 1800.0
VERSIONS = ("3.14", "3.13")


def a_python() -> str | None:
    """Return the newest Python of those versions on this computer, None where there is none."""
    known = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in VERSIONS:
        found = sorted(known.glob(f"{version}*/bin/python{version}"))
        for program in (*map(str, reversed(found)), f"python{version}"):
            try:
                subprocess.run([program, "-c", "import venv"], check=True, capture_output=True)
            except (OSError, subprocess.CalledProcessError):
                continue
            return program
    return None


def run(*words: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=PATIENCE_S, **more)


def installed(folder: Path) -> Path:
    """Install Home Assistant in an environment of its own, and return its Python."""
    python = a_python()
    if python is None:
        pytest.skip(f"no Python {' or '.join(VERSIONS)} is here: Home Assistant needs one")
    own = folder / "env" / "bin" / "python"
    assert run(python, "-m", "venv", folder / "env").returncode == 0
    # Which versions of other packages go together, it says itself: without that pip looks for hours.
    fetched = run(own, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, "homeassistant")
    assert fetched.returncode == 0, fetched.stderr[-2000:]
    (wheel,) = folder.glob("homeassistant-*.whl")
    with zipfile.ZipFile(wheel) as opened:
        (folder / "constraints.txt").write_bytes(opened.read(CONSTRAINTS))
    words = ("-q", "--prefer-binary", "-c", folder / "constraints.txt", wheel, "paho-mqtt")
    done = run(own, "-m", "pip", "install", *words)
    assert done.returncode == 0, done.stderr[-2000:]
    return own


def test_home_assistant_takes_every_field_and_renders_every_template(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = installed(tmp_path)
    view = a_view()
    game = view.game_now(())
    assert game is not None
    (water,) = game.counters
    well = messages.encode(Status(online=True)).decode()
    ill = messages.encode(Status(online=False, trouble=("Too hot.",))).decode()
    sunk = messages.encode(ResultMessage("1-2-1", 1, "sunk", text="Misty Marsh sinks.")).decode()
    cases: list[tuple[str, str, str]] = [
        ("reachable", well, "ON"),
        ("reachable", ill, "OFF"),
        ("trouble", ill, "ON"),
        ("trouble", well, "OFF"),
        ("game", messages.encode(game).decode(), "Forbidden Island"),
        ("game", "", "None"),
        ("turn", messages.encode(TurnMessage(1, 0, "Player 1")).decode(), "Player 1"),
        ("turn", messages.encode(TurnMessage(1)).decode(), "None"),
        ("counter-water", messages.encode(game).decode(), str(water.value)),
        ("counter-water", "", "None"),
        ("rolled", sunk, ""),
    ]
    asked = [[name, message] for name, message, _ in cases] + [["sunk", sunk], ["press-roll", ""]]
    payload = discovered()
    done = run(own, INSIDE, input=json.dumps({"payload": payload, "messages": asked}), cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-4000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["dropped"] == []
    *values, event, press = told["rendered"]
    assert values == [wanted for _, _, wanted in cases]
    assert json.loads(event)["event_type"] == "sunk"
    assert messages.read(press.encode(), Press).button == "roll"
    with capsys.disabled():
        print(f"\nHome Assistant {told['version']} takes {len(payload['cmps'])} entities.")
