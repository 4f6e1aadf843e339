from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "hardware", "firmware_host", "web_ui")
EVERYTHING = frozenset(PACKAGES)
# What the one writer keeps its games by; none of them knows the session.
KEEPING = frozenset(
    {"companion.engine", "companion.consent", "companion.dealers", "companion.fairness", "companion.journal"}
    | {"companion.published"}
)

# A room may import itself, companion.clock unless it is pure, and what its row names, with all that is inside.
# The longest name that fits is a module's room; a module without a row is a fault, so a new room gets its law here.
ARROWS: dict[str, frozenset[str]] = {
    "companion": frozenset(),
    "companion.__main__": frozenset({"companion.cli"}),
    "companion.boards": frozenset({"companion.engine", "companion.games", "companion.kits"}),
    "companion.catalogue": frozenset({"companion.engine"}),
    "companion.cli": EVERYTHING,
    "companion.announcing": frozenset(),
    "companion.asking": frozenset({"companion.engine", "companion.pairing", "companion.request"}),
    "companion.chore_options": frozenset(),
    "companion.chores": KEEPING
    | {"companion.desk", "companion.house", "companion.open_game", "companion.request", "companion.roster"},
    "companion.clock": frozenset(),
    "companion.config": frozenset({"companion.config_keys"}),
    "companion.config_keys": frozenset(),
    "companion.consent": frozenset({"companion.engine", "companion.request", "companion.roster"}),
    "companion.controls": frozenset(
        {"companion.fairness", "companion.offers", "companion.session", "companion.stage", "hardware.ports"}
    ),
    "companion.cues": frozenset(
        {"companion.engine", "companion.games", "companion.island_cues", "companion.kits", "companion.sea_cues"}
        | {"companion.texts"}
        | {"hardware.ports"}
    ),
    "companion.daemon": EVERYTHING,
    "companion.dealers": frozenset({"companion.engine", "companion.fairness"}),
    "companion.delays": frozenset(),
    "companion.desk": KEEPING
    | {"companion.house", "companion.open_game", "companion.past", "companion.request", "companion.reveal"}
    | {"companion.roster"},
    "companion.engine": frozenset(),
    "companion.fairness": frozenset({"companion.engine"}),
    "companion.game_chores": EVERYTHING,
    "companion.games": frozenset({"companion.engine"}),
    "companion.house": frozenset({"companion.engine", "companion.roster"}),
    "companion.importing": frozenset(
        {"companion.engine", "companion.journal", "companion.record", "companion.rows", "companion.verifying"}
    ),
    "companion.island_cues": frozenset({"companion.engine", "companion.games", "hardware.ports"}),
    "companion.journal": frozenset({"companion.engine", "companion.mending", "companion.rows", "companion.schema"})
    | {"companion.journal_files"},
    "companion.journal_files": frozenset(),
    "companion.kits": frozenset({"companion.engine"}),
    "companion.leafing": frozenset({"companion.cues", "companion.session", "hardware.ports"}),
    "companion.library": frozenset(
        {"companion.boards", "companion.engine", "companion.games", "companion.kits", "companion.texts"}
    ),
    "companion.log_lines": frozenset(),
    "companion.mending": frozenset({"companion.journal_files", "companion.schema"}),
    "companion.menu": frozenset({"companion.session", "companion.texts"}),
    "companion.offers": frozenset({"companion.roster", "companion.session", "hardware.ports"}),
    "companion.open_game": KEEPING | {"companion.playing"},
    "companion.pairing": frozenset({"companion.engine", "companion.request"}),
    "companion.past": frozenset({"companion.engine", "companion.published", "companion.record", "companion.verifying"}),
    "companion.peek": frozenset({"companion.cues", "companion.session", "hardware.ports"}),
    "companion.phones": frozenset(
        {"companion.asking", "companion.engine", "companion.pairing", "companion.request", "companion.roster"}
    ),
    "companion.playing": frozenset({"companion.engine"}),
    "companion.published": frozenset({"companion.consent", "companion.engine", "companion.house", "companion.roster"})
    | {"companion.playing"},
    "companion.record": frozenset({"companion.engine", "companion.fairness", "companion.journal"}),
    "companion.record_chores": EVERYTHING,
    "companion.request": frozenset({"companion.engine", "companion.worker"}),
    "companion.reveal": frozenset(
        {"companion.engine", "companion.open_game", "companion.published", "companion.worker"}
    ),
    "companion.resting": frozenset(
        {"companion.cues", "companion.menu", "companion.offers", "companion.pairing", "companion.session"}
        | {"companion.house", "companion.leafing", "companion.roster", "hardware.ports"}
    ),
    "companion.roster": frozenset({"companion.engine", "companion.request"}),
    "companion.rows": frozenset({"companion.engine"}),
    "companion.schema": frozenset(),
    "companion.sea_cues": frozenset({"companion.engine", "companion.games", "hardware.ports"}),
    "companion.session": KEEPING
    | {"companion.open_game", "companion.record", "companion.request", "companion.reveal", "companion.roster"}
    | {"companion.chores", "companion.desk", "companion.house", "companion.past", "companion.shelf"}
    | {"companion.time_limit", "companion.worker"},
    "companion.shelf": KEEPING
    | {"companion.desk", "companion.open_game", "companion.past", "companion.record", "companion.request"},
    "companion.simulate": frozenset({"companion.engine", "companion.games", "companion.record"}),
    "companion.sounds": frozenset({"hardware.ports"}),
    "companion.stage": frozenset({"companion.cues", "companion.menu", "companion.offers", "companion.pairing"})
    | {"companion.delays", "companion.leafing", "companion.peek", "companion.resting", "companion.roster"}
    | {"companion.session", "companion.sounds"}
    | {"companion.stage_devices", "companion.texts", "hardware.ports"},
    "companion.stage_devices": frozenset({"companion.cues", "companion.session", "hardware.ports"}),
    "companion.texts": frozenset(),
    "companion.time_limit": frozenset(
        {"companion.desk", "companion.engine", "companion.open_game", "companion.worker"}
    ),
    "companion.tray_chores": frozenset({"companion.chore_options", "firmware_host"}),
    "companion.verifying": frozenset({"companion.engine", "companion.fairness", "companion.record"}),
    "companion.worker": frozenset(),
    "firmware_host": frozenset({"hardware.ports"}),
    "hardware": frozenset({"hardware.ports"}),
    "hardware.cues": frozenset(),
    "hardware.ports": frozenset({"hardware.cues"}),
    "web_ui": frozenset(
        {"companion.session", "companion.past", "companion.phones", "companion.record", "companion.roster"}
        | {"companion.catalogue", "companion.shelf"}
        | {"companion.texts"}
        | {"hardware.ports"}
    ),
}
CLOCK = "companion.clock"
# Games of chance that nobody plays for: the only room that may import random.
DRAWS_LOTS = "companion.simulate"
# Folders that hold no room of their own: only rooms inside them have a row's law.
HOLDERS = frozenset({"companion"})

# No clock, no random, no I/O: a pure room may import these and no other module from outside.
PURE = ("companion.engine", "companion.games", "companion.kits")
PURE_IMPORTS = frozenset(
    ("__future__", "abc", "bisect", "collections", "dataclasses", "difflib", "enum", "fractions", "functools")
    + ("heapq", "itertools", "math", "msgspec", "operator", "re", "string", "types", "typing")
)
READERS = {
    "companion.kits.own_files": frozenset({"os", "pathlib", "stat"}),
    "companion.kits.reader": frozenset({"tomllib", "pathlib", "importlib"}),
}
PURE_CALLS = frozenset({"open", "print", "input", "exec", "eval", "compile", "__import__"})

# Of the module time, what can't jump: to measure by, never to wait by; all that waits takes a timeout.
SURE_TIME = frozenset({"time.monotonic", "time.process_time", "time.thread_time"})
PICO = "firmware_host.firmware"
PICOS_TIME = frozenset({"time.ticks_ms", "time.ticks_diff", "time.ticks_add", "time.sleep_ms"})
"""What MicroPython has instead of a monotonic clock; its superloop rests a millisecond a turn."""


def modules() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def imports(tree: ast.AST, module: str, is_package: bool = False) -> Iterator[str]:
    """Every module that *tree* imports, anywhere in it; a name taken from a package counts if it is a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            parents = parts[: len(parts) - node.level + is_package] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                yield whole if whole in ARROWS or is_module(whole) else base


def called(tree: ast.AST) -> Iterator[str]:
    """Every dotted name used in *tree*, written out through its imports: ``from time import time as t`` is found."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.split(".")[0]
                known |= {alias.asname: alias.name} if alias.asname else {first: first}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            known |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            first, dot, rest = ast.unparse(node).partition(".")
            yield f"{known.get(first, first)}{dot}{rest}"


def inside(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def room_of(module: str) -> str | None:
    fitting = [room for room in ARROWS if inside(module, room) and (room not in HOLDERS or module == room)]
    return max(fitting, key=len, default=None)


def arrow_faults(source: str, module: str, is_package: bool = False) -> list[str]:
    room = room_of(module)
    if room is None:
        return [f"{module} has no row in the table of arrows: add one that says what it may import"]
    pure = any(inside(module, name) for name in PURE)
    faults = []
    for imported in sorted(set(imports(ast.parse(source), module, is_package))):
        if imported.split(".")[0] in PACKAGES:
            own = room_of(imported) == room
            clock = imported == CLOCK and not pure
            if not (own or clock or any(inside(imported, allowed) for allowed in ARROWS[room])):
                allowed = f"only {', '.join(sorted(ARROWS[room]))}" if ARROWS[room] else "nothing else of ours"
                faults.append(f"{module} imports {imported}, but {room} may import {allowed}")
        elif imported.split(".")[0] == "tests":
            faults.append(f"{module} imports {imported}, but nothing that ships may import tests")
        elif pure and imported.split(".")[0] not in PURE_IMPORTS | READERS.get(module, frozenset()):
            faults.append(f"{module} imports {imported}, but {room} is pure: no clock, no random, no I/O")
    return faults


def time_and_chance_faults(source: str, module: str, is_package: bool = False) -> list[str]:
    tree = ast.parse(source)
    names = set(called(tree))
    sure = SURE_TIME | {"time", "time.sleep"} | (PICOS_TIME if inside(module, PICO) else frozenset())
    told = sorted(name for name in names if inside(name, "time") or inside(name, "datetime"))
    faults = [
        f"{module} uses {name}: only {CLOCK} may read wall time"
        for name in told
        if module != CLOCK and name not in sure
    ]
    if "time.sleep" in names:
        faults.append(f"{module} sleeps: wait on an event or a condition, which can be ended")
    if module != DRAWS_LOTS and any(inside(imported, "random") for imported in imports(tree, module, is_package)):
        faults.append(f"{module} imports random: chance is a seat, and its dealer uses os.urandom")
    if any(inside(module, room) for room in PURE):
        faults += [f"{module} calls {name}, but it is pure: no I/O" for name in sorted(names & PURE_CALLS)]
    return faults


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_imports_follow_the_arrows(path: Path) -> None:
    faults = arrow_faults(path.read_text("utf-8"), name_of(path), path.name == "__init__.py")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_only_the_clock_reads_wall_time_and_nobody_sleeps_or_draws_lots(path: Path) -> None:
    faults = time_and_chance_faults(path.read_text("utf-8"), name_of(path), path.name == "__init__.py")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("companion.session", "import companion.daemon", "companion.session imports companion.daemon"),
        ("companion.session", "from companion import menu", "companion.session imports companion.menu"),
        ("companion.journal", "def f():\n    from hardware.ports import Lamp", "may import only companion.engine"),
        ("companion.journal", "from companion.session import Request", "may import only companion.engine"),
        ("companion.engine.table", "from ..games import fireship", "companion.engine may import nothing else of ours"),
        ("companion.engine.table", "from companion.clock import Clock", "may import nothing else of ours"),
        ("companion.engine.table", "import time", "companion.engine is pure: no clock, no random, no I/O"),
        ("companion.games.fireship.state", "from pathlib import Path", "companion.games is pure"),
        ("companion.kits.state", "import tomllib", "companion.kits is pure"),
        ("companion.new_room", "", "companion.new_room has no row in the table of arrows"),
        ("web_ui.api", "from hardware.oled import driver", "web_ui.api imports hardware.oled"),
        ("hardware.lamps", "import companion.texts.say", "hardware may import only hardware.ports"),
        ("hardware.lamps", "from hardware.cues import RollCue", "hardware may import only hardware.ports"),
        ("hardware.ports", "from hardware import pins", "hardware.ports imports hardware.pins"),
        ("companion.cli", "import tests.bench", "nothing that ships may import tests"),
    ],
)
def test_a_wrong_arrow_is_told_in_a_sentence(module: str, source: str, fault: str) -> None:
    faults = arrow_faults(source, module)
    assert faults
    assert fault in faults[0]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("companion.daemon", "import web_ui.server, hardware.oled.driver, companion.session"),
        ("companion.session", "from companion.clock import Clock\nfrom companion.engine import table\nimport queue"),
        ("companion.engine.table", "from .fact import Fact\nimport msgspec"),
        ("companion.kits.reader", "import tomllib\nfrom pathlib import Path\nfrom companion.engine.said import Said"),
        ("hardware.oled.driver", "from hardware.oled.wire import Wire\nfrom hardware.ports import Screen\nimport time"),
        ("web_ui.api", "from companion.session import Request\nfrom hardware import ports"),
    ],
)
def test_a_right_arrow_is_no_fault(module: str, source: str) -> None:
    assert arrow_faults(source, module) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import time\ntime.time()", "uses time.time"),
        ("from time import time as now\nnow()", "uses time.time"),
        ("import time as t\nt.time_ns()", "uses time.time_ns"),
        ("import datetime\ndatetime.datetime.now()", "uses datetime.datetime.now"),
        ("from datetime import datetime as d\nd.utcnow()", "uses datetime.datetime.utcnow"),
        ("from datetime import date\nf = date.today", "uses datetime.date.today"),
        ("from time import strftime\nstrftime('%Y')", "uses time.strftime"),
        ("import time\ntime.clock_gettime(time.CLOCK_REALTIME)", "uses time.CLOCK_REALTIME"),
        ("from time import sleep\nsleep(1)", "sleeps"),
        ("import random", "imports random"),
        ("from random import choice", "imports random"),
        ("open('x')", "calls open"),
    ],
)
def test_wall_time_sleep_and_random_are_found_however_they_are_imported(source: str, fault: str) -> None:
    assert fault in "; ".join(time_and_chance_faults(source, "companion.engine.table"))


def test_monotonic_time_and_the_clock_itself_are_no_fault() -> None:
    assert time_and_chance_faults("import time\ntime.monotonic()", "companion.session") == []
    assert time_and_chance_faults("from datetime import UTC, datetime\ndatetime.now(UTC)", CLOCK) == []


def test_only_games_without_stakes_draw_lots() -> None:
    assert time_and_chance_faults("from random import Random", DRAWS_LOTS) == []
    assert time_and_chance_faults("from random import Random", "companion.dealers") != []
