from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.rows import each_row

PACKAGES = ("companion", "hardware", "firmware_host", "web_ui")
EVERYTHING = frozenset(PACKAGES)
# Values without behaviour of the table: every room that isn't pure may import these.
VALUES = frozenset({"companion.engine", "companion.model", "companion.runtime", "companion.texts", "hardware.ports"})

# A room may import itself, VALUES unless its own row stands among them or it is pure, and what its row names, with all
# that is inside but BY_NAME. The longest name that fits is a module's room; a module without a row is a fault, so that
# a new room gets its law here.
ROWS: tuple[tuple[tuple[str, ...], frozenset[str], str], ...] = (
    (("companion",), frozenset({"companion.cli"}), "python -m companion is the command"),
    (
        ("companion.app", "companion.cli"),
        EVERYTHING,
        "the one place where all parts are built and joined, and the command, which joins what each call needs",
    ),
    (
        ("companion.opening",),
        frozenset({"companion.journal", "companion.session"}),
        "the game that a start opens; it knows no device and no page",
    ),
    (
        ("companion.start",),
        frozenset({"companion.health", "companion.library.own", "companion.opening", "companion.parts"})
        | {"companion.upkeep.backup"},
        "the order in which parts start; it makes none but the optional ones, by their list",
    ),
    (
        ("companion.maker",),
        frozenset({"companion.chance", "companion.kits", "companion.maker.wire", "companion.stage", "hardware"}),
        "kits read and played as at a table, and its screen drawn; nothing of a table is touched",
    ),
    (("companion.maker.wire",), frozenset(), "what the maker's page sends and gets: values alone"),
    (
        ("companion.parts",),
        frozenset({"companion.chance", "companion.health", "companion.library"})
        | {"companion.network", "companion.outside", "companion.parts.optional", "companion.phones"}
        | {"companion.session", "companion.settings", "companion.sharing", "companion.stage"}
        | {"companion.upkeep.forgetting", "companion.upkeep.quiet"}
        | {"firmware_host", "hardware", "web_ui.api", "web_ui.http"},
        "the parts that every table has, as each other part may know them; it knows no game and no optional part",
    ),
    (
        ("companion.parts.optional",),
        EVERYTHING,
        "the one list of optional parts, for whose types alone it imports them; a part is imported when it is wanted",
    ),
    (
        (
            "companion.doctor.part",
            "companion.helper.part",
            "companion.input.part",
            "companion.library.own.card_part",
            "companion.library.own.part",
            "companion.maker.part",
            "companion.network.mdns.part",
            "companion.network.mdns.survey_part",
            "companion.outside.metrics.part",
            "companion.outside.mqtt.part",
            "companion.outside.webhooks.listener_part",
            "companion.outside.webhooks.part",
            "companion.rehearsal.bench_part",
            "companion.rehearsal.part",
            "companion.sharing.part",
            "companion.sharing.photo_part",
            "companion.upkeep.backup.nights.part",
            "companion.upkeep.backup.part",
            "companion.upkeep.backup.sticks.part",
            "companion.upkeep.first_evening.digits_part",
            "companion.upkeep.first_evening.part",
            "companion.upkeep.trial.part",
            "web_ui.part",
        ),
        EVERYTHING,
        "where an optional part is made of the table's other parts",
    ),
    (("companion.engine.values",), frozenset(), "plain values: they know no state, no command, no fact"),
    (
        ("companion.engine",),
        frozenset({"companion.engine.values"}),
        "pure: states, commands, facts, chance, for games and kits alike; it knows no referee and no law",
    ),
    (("companion.engine.referees",), frozenset({"companion.engine"}), "what games with all their rules share"),
    (
        ("companion.engine.laws",),
        frozenset({"companion.engine", "companion.engine.referees"}),
        "they look at any game, and nothing in the engine knows them",
    ),
    (
        ("companion.games",),
        frozenset({"companion.engine", "companion.engine.referees", "hardware.ports"}),
        "pure: made of what referees share, and told to the table's screen by the devices' plain values",
    ),
    (
        ("companion.kits",),
        frozenset({"companion.engine", "companion.kits.formulas", "companion.runtime.foreign_file", "hardware.ports"}),
        "pure: told by the engine's values, and to the table's screen by the devices' plain ones; anybody's files",
    ),
    (
        ("companion.kits.formulas",),
        frozenset({"companion.engine", "companion.kits"}),
        "pure: dice notation and expressions, of any kit, and for pages that tell odds",
    ),
    (
        (
            "companion.runtime",
            "companion.runtime.foreign_file",
            "companion.chance",
            "companion.phones",
            "companion.network",
        )
        + ("hardware.ports",),
        frozenset(),
        "each has one idea and serves whoever asks: it knows none of them",
    ),
    (
        ("companion.settings",),
        frozenset({"hardware.board.wiring", "hardware.oled.panel.settings"}),
        "the owner's file, whose tables of pins and display are the devices' own structs",
    ),
    (
        ("companion.journal",),
        frozenset({"companion.runtime"}),
        "it has one idea and serves whoever asks; what makes a name durable serves it",
    ),
    (
        ("companion.model", "companion.texts"),
        frozenset({"companion.engine", "companion.runtime"}),
        "values that are published, and what says their sentences; they write nothing",
    ),
    (
        ("companion.records",),
        frozenset({"companion.chance", "companion.journal"}),
        "a journal's rows as text, and draws checked",
    ),
    (
        ("companion.session",),
        frozenset({"companion.chance", "companion.journal", "companion.records"}),
        "the one writer: it keeps games, and asks no device and no page",
    ),
    (
        ("companion.library",),
        frozenset({"companion.engine.laws", "companion.kits", "companion.records"}),
        "it finds all games and kits; a game's package is loaded by its name, when it is opened",
    ),
    (
        ("companion.library.own",),
        frozenset({"companion.kits", "companion.library"}),
        "it changes a family's files and has the games read again; it shows and plays nothing",
    ),
    (("companion.library.own.card_layout",), frozenset(), "the names in a card's folder: values alone"),
    (
        ("companion.sharing",),
        frozenset({"companion.kits", "companion.library", "companion.library.own", "companion.phones"}),
        "it reads what other tables give, and asks before the own games take it; it shows nothing by itself",
    ),
    (
        ("companion.health",),
        frozenset({"companion.library", "companion.network", "companion.settings", "hardware"}),
        "it decides what a start goes on with, whatever is wrong, and asks the helper; it shows nothing by itself",
    ),
    (
        ("companion.helper",),
        frozenset({"companion.health", "companion.phones", "companion.service"}),
        "it asks at the table, then the helper; it shows nothing by itself",
    ),
    (
        ("companion.service",),
        frozenset(),
        "it runs as root, and imports nothing of ours at all",
    ),
    (
        ("companion.rehearsal",),
        frozenset({"companion.chance", "hardware"}),
        "it tries the devices with hands, and shows and reads them itself; it knows no game and no page",
    ),
    (
        ("companion.doctor",),
        frozenset({"companion.health", "companion.journal", "companion.network", "companion.settings"})
        | {"companion.upkeep.backup", "firmware_host", "hardware"},
        "it reads how all parts are and judges that; it shows nothing and plays nothing",
    ),
    (
        ("companion.upkeep",),
        frozenset(),
        "it keeps a table over the years; each of its rooms has a row of its own",
    ),
    (
        ("companion.upkeep.quiet",),
        frozenset(),
        "it notes when a table was last used; it does nothing",
    ),
    (
        ("companion.upkeep.card",),
        frozenset({"companion.library.own.card_layout", "companion.upkeep.install"}),
        "it writes a card for another computer; it changes nothing of this one",
    ),
    (
        ("companion.upkeep.debian",),
        frozenset(),
        "it packs wheels, in a checkout; it runs nothing of the table",
    ),
    (
        ("companion.upkeep.install",),
        frozenset({"companion.service"}),
        "it puts the service's files where a computer looks for them; it runs nothing of the table",
    ),
    (
        ("companion.upkeep.install.taking_over",),
        frozenset({"companion.journal"}),
        "it moves a table's memory that no table holds, whatever is in it",
    ),
    (
        ("companion.upkeep.forgetting",),
        frozenset({"companion.journal", "companion.phones", "companion.session"}),
        "it asks the table, and deletes a memory that no table holds, whatever is in it",
    ),
    (
        ("companion.upkeep.trial",),
        frozenset({"companion.health", "companion.phones", "companion.settings", "hardware.board.wiring"})
        | {"hardware.oled.panel.settings"},
        "it writes choices over the settings and asks at the table; it drives no device",
    ),
    (
        ("companion.upkeep.first_evening",),
        frozenset({"companion.chance", "companion.rehearsal", "companion.session", "companion.stage"}),
        "it asks on the stage and answers to the session; the frame is tried as the rehearsal does",
    ),
    (
        ("companion.upkeep.backup",),
        frozenset({"companion.chance", "companion.journal", "companion.outside", "companion.phones"})
        | {"companion.kits", "companion.records", "companion.session", "companion.settings"},
        "it reads a journal and writes another; it shows nothing by itself",
    ),
    (
        ("companion.upkeep.backup.nights",),
        frozenset({"companion.health", "companion.journal", "companion.phones", "companion.upkeep.backup"})
        | {"companion.upkeep.backup.sticks", "companion.upkeep.quiet"},
        "a backup made by itself, and what came of it told; it restores nothing",
    ),
    (
        ("companion.upkeep.backup.sticks",),
        frozenset({"companion.health", "companion.phones", "companion.service", "companion.upkeep.backup"}),
        "sticks that the helper mounts; it knows no night",
    ),
    (
        ("companion.upkeep.backup.restoring",),
        frozenset({"companion.chance", "companion.health", "companion.journal", "companion.outside"})
        | {"companion.session", "companion.settings", "companion.upkeep.backup"},
        "a table put back; it asks nobody and mounts nothing",
    ),
    (
        ("companion.outside",),
        frozenset({"companion.stage"}),
        "it makes messages of published states; messages know nobody, and nothing here knows a way out",
    ),
    (
        ("companion.outside.mqtt",),
        frozenset({"companion.health", "companion.journal", "companion.kits", "companion.outside", "companion.phones"})
        | {"companion.records", "companion.session", "companion.settings", "companion.stage"},
        "the broker is told and the session is asked; topics know nobody",
    ),
    (
        ("companion.outside.mqtt.client",),
        frozenset({"companion.outside"}),
        "a connection to a broker, whatever is sent; it knows no topic and no session",
    ),
    (
        ("companion.outside.mqtt.farewell",),
        frozenset({"companion.outside", "companion.outside.mqtt", "companion.parts", "companion.session"})
        | {"companion.settings"},
        "what a broker of before is asked to forget, an optional part of its own",
    ),
    (
        ("companion.outside.webhooks",),
        frozenset({"companion.health", "companion.outside", "companion.settings"}),
        "it sends what was made of published states, and asks nothing",
    ),
    (
        ("companion.outside.metrics",),
        frozenset({"companion.health", "companion.outside", "companion.settings"}),
        "it counts what was made of published states, and asks nothing",
    ),
    (
        ("companion.club",),
        frozenset({"companion.outside", "companion.records", "web_ui.http"}),
        "it knows tables by their messages alone, checks their records, and is served as the mirror is",
    ),
    (
        ("companion.stage",),
        frozenset({"companion.phones"}),
        "the table's own devices show what is published; it decides nothing, and knows no game and no button",
    ),
    (
        ("companion.input",),
        frozenset({"companion.chance", "companion.parts.optional", "companion.session", "companion.stage"})
        | {"companion.upkeep.quiet"},
        "what presses and turns mean: it asks the stage what is on show, and the session to do it",
    ),
    (
        ("hardware", "firmware_host"),
        frozenset({"hardware.board.wiring", "hardware.oled.panel.settings", "hardware.ports"}),
        "devices know cues and no game; the tray is one more device",
    ),
    (
        ("hardware.board.wiring", "hardware.oled.panel.settings"),
        frozenset({"hardware.ports"}),
        "the pins and the display of the owner's settings: values that know no device",
    ),
    (("web_ui",), frozenset(), "its rooms stand beside it"),
    (
        ("web_ui.app", "web_ui.application"),
        frozenset({"companion.phones", "companion.session", "web_ui"}),
        "the one place where the mirror's parts are joined",
    ),
    (
        ("web_ui.http",),
        frozenset({"companion.network"}),
        "connections, streams and callers, whatever is sent; it knows no route and no page",
    ),
    (
        ("web_ui.api",),
        frozenset({"companion.library", "companion.phones", "companion.records", "companion.session", "web_ui.http"})
        | {"companion.kits.formulas", "companion.maker.wire", "companion.sharing"},
        "what phones are sent and may ask, the odds of a formula too; it draws nothing",
    ),
    (
        ("web_ui.maker",),
        frozenset({"companion.maker.wire", "web_ui.api", "web_ui.http"}),
        "the maker's addresses: what it sends and gets, whatever makes it",
    ),
    (
        ("web_ui.pages",),
        frozenset({"companion.maker.wire", "web_ui.api", "web_ui.http"}),
        "pages around what the api sends, and how long a kit may be for the maker",
    ),
)
ARROWS = {room: (may, why) for rooms, may, why in ROWS for room in rooms}
# Rooms that only their own name opens: who knows the engine doesn't know by that what referees share, or a law.
BY_NAME = frozenset({"companion.engine.referees", "companion.engine.laws"})
CLOCK = "companion.runtime.clock"
# Games of chance that nobody plays for: the only room that may import random.
DRAWS_LOTS = "companion.library.simulate"
# Folders whose row is that of their own modules alone; rooms inside them have rows of their own.
HOLDERS = frozenset({"companion", "web_ui"})
# The cues are handed on by the ports, and are one room with them.
SAME_ROOM = {"hardware.cues": "hardware.ports"}

# No clock, no random, no I/O: a pure room may import these and no other module from outside.
PURE = ("companion.engine", "companion.games", "companion.kits")
PURE_IMPORTS = frozenset(
    ("__future__", "abc", "bisect", "collections", "dataclasses", "difflib", "enum", "fractions", "functools")
    + ("heapq", "itertools", "math", "msgspec", "operator", "re", "string", "types", "typing")
    + ("unicodedata",)
)
READERS = {
    "companion.kits.folk_kit": frozenset({"pathlib"}),
    "companion.kits.format.kit_file": frozenset({"tomllib", "pathlib", "importlib"}),
    "companion.kits.format.safe_svg": frozenset({"xml"}),
}
A_GAMES_DATA = re.compile(r"companion\.games\.\w+\.rules\.shipped_board")
"""The one module of a game that may read data of its own folder, once, before anything is played."""
PURE_CALLS = frozenset({"open", "print", "input", "exec", "eval", "compile", "__import__"})

# Of the module time, what can't jump: to measure by, never to wait by; all that waits takes a timeout.
SURE_TIME = frozenset({"time.monotonic", "time.process_time", "time.thread_time"})
PICO = ("firmware_host.firmware", "firmware_host.bench.shim")
PICOS_TIME = frozenset({"time.ticks_ms", "time.ticks_diff", "time.ticks_add", "time.sleep_ms"})
"""What MicroPython has instead of a monotonic clock; its superloop rests a millisecond a turn."""


Nodes = Iterable[ast.AST]


@cache
def modules() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


@lru_cache(maxsize=1)
def nodes_of(source: str) -> Nodes:
    """Everything in *source*, anywhere in it."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def imports_of(source: str, module: str, is_package: bool) -> frozenset[str]:
    """Return every module that *source* imports."""
    return frozenset(imports(nodes_of(source), module, is_package))


def imports(nodes: Nodes, module: str, is_package: bool = False) -> Iterator[str]:
    """Every module that *nodes* import; a name taken from a package counts if it is a module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            parents = parts[: len(parts) - node.level + is_package] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                yield whole if whole in ARROWS or is_module(whole) else base


def called(nodes: Nodes) -> Iterator[str]:
    """Every dotted name used in *nodes*, written out through its imports: ``from time import time as t`` is found."""
    known: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.split(".")[0]
                known |= {alias.asname: alias.name} if alias.asname else {first: first}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            known |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute) and (name := dotted(node)):
            first, dot, rest = name.partition(".")
            yield f"{known.get(first, first)}{dot}{rest}"


def dotted(node: ast.AST) -> str:
    """Return the dotted name that *node* is. A part of whatever else has none, but the names in it are nodes too."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def inside(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def room_of(module: str) -> str | None:
    module = SAME_ROOM.get(module, module)
    own = {*HOLDERS, *(f"{holder}.__main__" for holder in HOLDERS)}
    fitting = [room for room in ARROWS if inside(module, room) and (room not in HOLDERS or module in own)]
    return max(fitting, key=len, default=None)


def may_import(room: str) -> tuple[frozenset[str], str]:
    """Return what *room* may import besides itself, and why no more."""
    allowed, why = ARROWS[room]
    apart = any(inside(room, name) for name in (*VALUES, *PURE))
    closed = apart or not room.startswith(("companion.", "web_ui"))
    return (allowed if closed else allowed | VALUES), why


def opens(allowed: str, module: str) -> bool:
    """Tell whether a row that names the room *allowed* lets *module* be imported."""
    return inside(module, allowed) and not any(inside(module, room) and not inside(allowed, room) for room in BY_NAME)


def reads(module: str) -> frozenset[str]:
    """Return what a *module* of a pure room may import all the same, to read files."""
    if A_GAMES_DATA.fullmatch(module):
        return frozenset({"tomllib", "pathlib"})
    return READERS.get(module, frozenset())


def arrow_faults(source: str, module: str, is_package: bool = False) -> list[str]:
    room = room_of(module)
    if room is None:
        return [f"{module} has no row in the table of arrows: add one that says what it may import"]
    pure = any(inside(module, name) for name in PURE)
    faults = []
    for imported in sorted(imports_of(source, module, is_package)):
        if imported.split(".")[0] in PACKAGES:
            allowed, why = may_import(room)
            name = SAME_ROOM.get(imported, imported)
            if room_of(name) != room and not any(opens(each, name) for each in allowed):
                names = f"only {', '.join(sorted(allowed))}" if allowed else "nothing else of ours"
                faults.append(f"{module} imports {imported}, but {room} may import {names}: {why}")
        elif imported.split(".")[0] == "tests":
            faults.append(f"{module} imports {imported}, but nothing that ships may import tests")
        elif pure and imported.split(".")[0] not in PURE_IMPORTS | reads(module):
            faults.append(f"{module} imports {imported}, but {room} is pure: no clock, no random, no I/O")
    return faults


def time_and_chance_faults(source: str, module: str, is_package: bool = False) -> list[str]:
    nodes = nodes_of(source)
    names = set(called(nodes))
    is_on_pico = any(inside(module, room) for room in PICO)
    sure = SURE_TIME | {"time", "time.sleep"} | (PICOS_TIME if is_on_pico else frozenset())
    told = sorted(name for name in names if inside(name, "time") or inside(name, "datetime"))
    faults = [
        f"{module} uses {name}: only {CLOCK} may read wall time"
        for name in told
        if module != CLOCK and name not in sure
    ]
    if "time.sleep" in names:
        faults.append(f"{module} sleeps: wait on an event or a condition, which can be ended")
    if module != DRAWS_LOTS and any(inside(imported, "random") for imported in imports_of(source, module, is_package)):
        faults.append(f"{module} imports random: chance is a seat, and its dealer uses os.urandom")
    if any(inside(module, room) for room in PURE):
        faults += [f"{module} calls {name}, but it is pure: no I/O" for name in sorted(names & PURE_CALLS)]
    return faults


@each_row("path", modules(), ids=name_of)
def test_a_module_imports_along_the_arrows_reads_no_wall_time_sleeps_never_and_draws_no_lots(path: Path) -> None:
    source, name, is_package = path.read_text("utf-8"), name_of(path), path.name == "__init__.py"
    faults = arrow_faults(source, name, is_package) + time_and_chance_faults(source, name, is_package)
    assert not faults, "\n".join(faults)


def test_no_row_allows_what_none_of_its_rooms_imports() -> None:
    used: set[tuple[str | None, str | None]] = set()
    for path in modules():
        name = name_of(path)
        found = imports_of(path.read_text("utf-8"), name, path.name == "__init__.py")
        used |= {(room_of(name), room_of(each)) for each in found if each.split(".")[0] in PACKAGES}
    spare = {
        f"{', '.join(rooms)} never import {each}"
        for rooms, may, _ in ROWS
        for each in may - EVERYTHING
        if not any(room in rooms and other is not None and inside(other, each) for room, other in used)
    }
    assert spare == set()


@each_row(
    ("module", "source", "fault"),
    [
        ("companion.session.session", "import companion.app", "companion.session.session imports companion.app"),
        ("companion.session.game.store", "from companion.input import menu", "store imports companion.input.menu"),
        ("companion.stage.presenter", "from companion.input import menu", "presenter imports companion.input.menu"),
        (
            "companion.journal.rows",
            "def f():\n    from companion.chance.fairness import Seed",
            "one idea and serves whoever asks",
        ),
        ("companion.model.roster", "from companion.session.session import Session", "may import only companion.engine"),
        ("companion.engine.table", "from ..games import fireship", "may import only companion.engine.values"),
        ("companion.engine.values.seats", "from companion.runtime.clock import Clock", "import nothing else of ours"),
        ("companion.engine.table", "from .referees.frame import Judged", "it knows no referee and no law"),
        ("companion.engine.values.bags", "from companion.engine.fact import Fact", "they know no state"),
        ("companion.engine.referees.frame", "from companion.engine.laws import check", "imports companion.engine.laws"),
        (
            "companion.kits.play",
            "from companion.engine.referees import frame",
            "play imports companion.engine.referees",
        ),
        ("companion.session.game.store", "import companion.engine.laws.laws", "imports companion.engine.laws.laws"),
        ("companion.engine.table", "import time", "companion.engine is pure: no clock, no random, no I/O"),
        ("companion.games.fireship.state", "from pathlib import Path", "companion.games is pure"),
        ("companion.games.fireship.rules.shipped_board", "import os", "companion.games is pure"),
        ("companion.kits.state", "import tomllib", "companion.kits is pure"),
        ("companion.new_room", "", "companion.new_room has no row in the table of arrows"),
        ("web_ui.api", "from hardware.oled import panel", "web_ui.api imports hardware.oled"),
        ("web_ui.http.stream.stream", "from web_ui.api.views import Views", "it knows no route and no page"),
        ("web_ui.api.table", "from web_ui.pages.tv import code_of", "it draws nothing"),
        ("hardware.lamps", "import companion.texts.say", "devices know cues and no game"),
        ("hardware.ports", "from hardware.board import pins", "hardware.ports imports hardware.board.pins"),
        ("companion.cli.main", "import tests.bench", "nothing that ships may import tests"),
    ],
)
def test_a_wrong_arrow_is_told_in_a_sentence(module: str, source: str, fault: str) -> None:
    faults = arrow_faults(source, module)
    assert faults
    assert fault in faults[0]


@each_row(
    ("module", "source"),
    [
        ("companion.app", "import web_ui.http.server.server, hardware.oled.panel.driver, companion.session.session"),
        ("companion.session.game.store", "from companion.runtime.clock import Clock\nimport queue"),
        ("companion.engine.table", "from .fact import Fact\nimport msgspec"),
        (
            "companion.kits.format.kit_file",
            "import tomllib\nfrom pathlib import Path\nfrom companion.engine.values.message import Message",
        ),
        ("hardware.oled.panel.driver", "from hardware.ports import Screen\nimport time"),
        ("web_ui.api.table", "from companion.phones.membership import Phones\nfrom hardware import ports"),
    ],
)
def test_a_right_arrow_is_no_fault(module: str, source: str) -> None:
    assert arrow_faults(source, module) == []


@each_row(
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
    assert time_and_chance_faults("import time\ntime.monotonic()", "companion.session.session") == []
    assert time_and_chance_faults("from datetime import UTC, datetime\ndatetime.now(UTC)", CLOCK) == []


def test_only_games_without_stakes_draw_lots() -> None:
    assert time_and_chance_faults("from random import Random", DRAWS_LOTS) == []
    assert time_and_chance_faults("from random import Random", "companion.chance.dealers") != []
