from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from packaging.requirements import Requirement
from PIL import Image

from companion.cli.main import CALLS, call_named
from companion.cli.run import FAILED
from companion.engine.chance import ChanceAnswer
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE
from companion.games.fireship.rules.board.own import read_board
from companion.journal.journal import FILE
from companion.kits.format.effects import SPELLED
from companion.kits.format.kit_file import TABLES, read_kit
from companion.kits.play import game_of
from companion.settings.reader import load
from companion.upkeep.card.partition import DEB_BEGINS
from firmware_host.bench.emulator import Emulator
from firmware_host.firmware import wiring as tray_wiring
from hardware.board.pins import MOCK_REVISION
from hardware.board.wiring import Wiring
from tests.plugins.wheels import build, install
from tests.support.paths import ROOT, SCREENSHOTS
from tests.support.processes import output_of, process_of
from tests.support.running import RunningTable
from tests.support.watchers import Watchers

pytestmark = pytest.mark.whole

UNITS = ROOT / "companion/service/files/usr/lib/systemd/system"
LARGEST_PICTURE_BYTES = 60_000
PATIENCE_S = 60.0
PICTURES_PATIENCE_S = 300.0
"""It takes every picture, in a browser."""

TARGETS = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ON_A_PI = re.compile(
    r"sudo (apt-get|raspi-config|reboot|systemctl|journalctl|dpkg|python3|/opt/tidetable/bin/(pip|tidetable))\b"
    r"|\.venv/bin/pip wheel\b|echo 'dt(param|overlay)="
)
"""What changes or watches the computer itself: the only lines that aren't run here."""


@dataclass(frozen=True)
class Block:
    """One fenced example, the page it stands on, and the line where it begins."""

    kind: str
    text: str
    page: str
    line: int

    def __str__(self) -> str:
        return f"{self.kind}-in-{self.page.removesuffix('/README.md')}-line-{self.line}"


class Page:
    """A README of the repository: the words on it, its examples and its tables."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(ROOT).as_posix()
        self.text = path.read_text("utf-8")

    def blocks(self, *kinds: str) -> list[Block]:
        """The examples of these *kinds*, or all."""
        found = re.finditer(r"^```(\w*)\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL)
        lines = ((match, self.text.count("\n", 0, match.start()) + 2) for match in found)
        return [Block(match[1], match[2], self.name, line) for match, line in lines if not kinds or match[1] in kinds]

    def rows(self, first_head: str) -> list[list[str]]:
        """The cells of each row of the table whose first column is called *first_head*."""
        (table,) = re.findall(rf"^\| {re.escape(first_head)} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", self.text, re.MULTILINE)
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


TOPS = ("", "companion", "hardware", "firmware_host", "web_ui", "tests")
"""The folders that a newcomer sees first: each has a README."""
FOREIGN = {"node_modules", "build"}
PAGES = [
    Page(path)
    for path in sorted(ROOT.rglob("README.md"))
    if not any(part in FOREIGN or part.startswith(".") for part in path.relative_to(ROOT).parts)
]
README, MAP, DEVICES, COMMAND, KITS, PLUGINS, TROUBLE = (
    Page(ROOT / folder / "README.md")
    for folder in ("", "companion", "hardware", "companion/cli", "companion/kits", "tests/plugins", "companion/health")
)
LONGEST_LINES = 300
OF_THE_HOUSE = frozenset({"mqtt", "conf", "acl", "yaml"})
"""Examples that tests/companion/outside/test_page.py tries."""
OF_PROXIES = frozenset({"caddy", "nginx"})
"""Examples that tests/companion/club/test_behind_a_proxy.py tries."""


def blocks(*kinds: str) -> list[Block]:
    """The examples of these *kinds* on all pages, without what is quoted from packages."""
    return [block for page in PAGES if page.name != PLUGINS.name for block in page.blocks(*kinds)]


def code_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A terminal of somebody new: our command is found, all data goes to a folder of the test."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}


class Terminal:
    """A folder in which lines of the README are typed."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self._environment = environment
        self.ran: list[str] = []

    def type(self, line: str) -> None:
        """Run *line*, unless it changes the computer itself; a line of no known kind fails."""
        if line.startswith("tidetable run"):
            self._run_table(line)
        elif line == "tidetable rehearse":
            self._rehearse(line)
        elif line.startswith("tidetable dicetray flash"):
            self._flash(line)
        elif line.startswith("tidetable card"):
            self._prepare_card(line)
        elif line.startswith("tidetable "):
            done = subprocess.run(
                line, shell=True, cwd=self.folder, env=self._environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{line}: {done.stderr}"
            self.ran.append(line)
        elif line.startswith("pip install "):
            self._install(line.split()[2])
        elif line.startswith("make "):
            target = line.split()[1]
            assert target in TARGETS
            assert subprocess.run(["make", "-n", *shlex.split(line)[1:]], cwd=ROOT, capture_output=True).returncode == 0
        else:
            assert line == ". .venv/bin/activate" or ON_A_PI.match(line), f"nothing here runs: {line}"

    def _rehearse(self, line: str) -> None:
        """Begin a rehearsal with simulated hardware, and end it at its first step."""
        command = [*shlex.split(line), "--simulate"]
        with process_of(command, cwd=self.folder, env=self._environment, stderr=subprocess.PIPE, text=True) as table:
            begun = any(told.startswith("1/") for told in output_of(table))
            assert begun, f"{line}: {table.communicate(timeout=PATIENCE_S)[1]}"
            table.send_signal(signal.SIGTERM)
            assert "before its time" in table.communicate(timeout=PATIENCE_S)[1]
        self.ran.append(line)

    def _install(self, package: str) -> None:
        """Install a *package* of this repository beside the program, in a folder of the test."""
        assert (ROOT / package).parent == PLUGINS.path.parent
        place = install(build(Path(package).name, self.folder), self.folder / "site")
        self._environment = {**self._environment, "PYTHONPATH": f"{ROOT}{os.pathsep}{place}"}

    def _flash(self, line: str) -> None:
        """Flash an emulated Pico, which USB doesn't find by itself."""
        emulator = Emulator(files={"main.py": b""})
        try:
            words = [*shlex.split(line), "--port", emulator.path]
            subprocess.run(words, cwd=self.folder, env=self._environment, capture_output=True, check=True)
        finally:
            emulator.close()
        self.ran.append(line)

    def _prepare_card(self, line: str) -> None:
        """Prepare a folder that looks like a card, with a package that looks like one; nobody is asked."""
        words = shlex.split(line)
        card = self.folder / "bootfs"
        package = self.folder / "dist" / f"tidetable_{PROJECT['version']}_arm64.deb"
        for file in (card / "config.txt", card / "cmdline.txt", card / "user-data", package):
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(DEB_BEGINS)
        words[words.index("--out") + 1] = str(card)
        subprocess.run([*words, "--cable"], cwd=self.folder, env=self._environment, capture_output=True, check=True)
        self.ran.append(line)

    def _run_table(self, line: str) -> None:
        """Run the table on a free port with simulated hardware, press ROLL, and end it after the reveal."""
        command = [*shlex.split(line), "--host", "127.0.0.1", "--port", "0", "--simulate"]
        with process_of(command, cwd=self.folder, env=self._environment, stderr=subprocess.PIPE, text=True) as table:
            address = output_of(table).readline().removeprefix("READY ").strip()
            assert address.startswith("http://127.0.0.1:"), line
            press(address)
            table.send_signal(signal.SIGTERM)
            table.communicate(timeout=PATIENCE_S)
            assert table.returncode == 0
        self.ran.append(line)


def press(address: str) -> None:
    """Press ROLL on the simulated table at *address*, and wait until a watcher is shown what came of it."""
    origin = address.rstrip("/")
    headers = {"Origin": origin, "Content-Type": "application/json"}
    with Watchers(int(origin.rpartition(":")[2]), 1) as watcher:
        body = b'{"button": "roll", "for_ms": 100}'
        with urllib.request.urlopen(f"{origin}/api/v1/table", timeout=PATIENCE_S) as answer:
            version = json.load(answer)["version"]
        asked = urllib.request.Request(f"{origin}/api/v1/press", body, headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            assert answer.status == 200
        watcher.wait("table", version + 1)  # what its parts tell of themselves soon after a start is no roll


def test_every_example_is_of_a_kind_that_is_tried_here() -> None:
    assert {block.kind for block in blocks()} == {
        "sh",
        "toml",
        "json",
        "python",
        "ini",
        "text",
        *OF_THE_HOUSE,
        *OF_PROXIES,
    }
    assert {block.kind for block in PLUGINS.blocks()} == {"sh", "toml", "python"}


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=() if page.name == README.name else pytest.mark.long, id=page.name)
        for page in PAGES
        if page.blocks("sh")
    ],
)
def test_everything_to_type_works_from_top_to_bottom(page: Page, tmp_path: Path, environment: dict[str, str]) -> None:
    terminal = Terminal(tmp_path, environment)
    for block in page.blocks("sh"):
        for line in block.text.splitlines():
            terminal.type(line)
    if page.name == COMMAND.name:
        assert "roll dice" in (tmp_path / "evening.tide").read_text("utf-8")


def test_every_call_of_the_command_stands_in_an_example() -> None:
    lines = (line.split() for block in blocks("sh") for line in block.text.splitlines())
    # What is verified has to be over first: somebody closes it at the table.
    assert {words[1] for words in lines if words[0] == "tidetable"} == set(CALLS) - {"verify"}


@pytest.mark.parametrize("block", [block for block in blocks("toml") if "slug" not in block.text], ids=str)
def test_settings_on_the_page_have_no_faults(block: Block, tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "tidetable.toml").write_text(block.text, "utf-8")
    Terminal(tmp_path, environment).type("tidetable config --check tidetable.toml")


@pytest.mark.parametrize("block", PLUGINS.blocks("toml", "python"), ids=str)
def test_what_the_page_for_authors_quotes_stands_in_a_package(block: Block) -> None:
    files = [file for kind in ("*.py", "*.toml") for file in PLUGINS.path.parent.rglob(kind)]
    assert [file.name for file in files if block.text in file.read_text("utf-8")]


def test_what_the_page_for_authors_points_at_is_there() -> None:
    for _, names, places in PLUGINS.rows("To have"):
        text = "".join((ROOT / place).read_text("utf-8") for place in code_in(places))
        assert [name for name in code_in(names) if not re.search(rf"\b{name}\b", text)] == []


KITS_ON_PAGES = {
    found[1]: block for block in blocks("toml") if (found := re.search(r'^slug = "(.*)"', block.text, re.MULTILINE))
}


@pytest.mark.parametrize("slug", KITS_ON_PAGES)
def test_each_kit_on_a_page_is_good(slug: str) -> None:
    assert read_kit(f"{slug}.toml", KITS_ON_PAGES[slug].text).kit.slug == slug


def test_the_first_kit_on_the_page_has_nine_lines_and_three_kinds_of_dice() -> None:
    first = KITS.blocks("toml")[0].text
    assert (first.count("\n"), len(read_kit("first.toml", first).kit.dice)) == (9, 3)


def test_the_page_of_kits_names_every_table_and_effect() -> None:
    tables = "\n".join(cell for cell, _ in KITS.rows("Table"))
    assert [each for each in TABLES if f"[{each}" not in tables and f"`{each}`" not in KITS.text] == []
    verbs = {each.split()[0] for cell, _ in KITS.rows("Effects") for each in code_in(cell)}
    assert verbs == {*SPELLED}


@pytest.fixture
def kit() -> Block:
    return KITS_ON_PAGES["harbour"]


def test_the_kit_on_the_page_can_be_played_with_each_of_its_buttons(kit: Block) -> None:
    read = read_kit("harbour.toml", kit.text)
    game = game_of(read.kit)
    table = Table(game.start(game.setup((), {})))
    for line in dict(game.buttons(table.state)).values():
        table.do(game.notation.read(TABLE, line))
        request = table.state.due()
        assert request is not None
        table.do(ChanceAnswer(CHANCE, request.verb, request.sample(lambda n: n - 1)))
    picture = game.picture(table.state)
    ((move,), (weather,), (tide,)) = picture["dice"], picture["wheels"], picture["counters"]
    assert (list(move.values), weather.segments[weather.at].name) == ([6, 6], "storm")
    assert tide.at == 3, "the storm and the card drawn have each raised it"


def test_the_kits_on_the_page_are_found_where_the_page_puts_them(tmp_path: Path, environment: dict[str, str]) -> None:
    del environment["XDG_DATA_HOME"]
    (name,) = re.findall(r"Write this as `~/([^`]+\.toml)`", KITS.text)
    folder = (tmp_path / name).parent
    folder.mkdir(parents=True)
    for slug in ("three-dice", "harbour"):
        (folder / f"{slug}.toml").write_text(KITS_ON_PAGES[slug].text, "utf-8")
    terminal = Terminal(tmp_path, environment)
    for line in re.findall(r"`(tidetable run --kit [a-z-]+)`", KITS.text):
        terminal.type(line)
    assert len(terminal.ran) == 2


def test_the_board_on_the_page_can_be_played_on() -> None:
    (block,) = blocks("text")
    board = read_board("our-pond", tomllib.loads(block.text))
    assert (board.width, board.height, board.island_name(4).values) == (12, 9, {"name": "Carp"})


def test_the_record_on_the_page_can_be_replayed(tmp_path: Path, environment: dict[str, str]) -> None:
    (block,) = blocks("json")
    (tmp_path / "evening.tide").write_text(block.text, "utf-8")
    Terminal(tmp_path, environment).type("tidetable replay evening.tide --json")


def test_the_program_on_the_page_tells_the_last_roll(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = blocks("python")
    with RunningTable(tmp_path) as table:
        program = block.text.replace("127.0.0.1:8080", f"127.0.0.1:{table.port}")
        assert program != block.text
        exec(compile(program, "README.md", "exec"), {})
        assert capsys.readouterr().out == "Fireship - no roll yet\n"
        press(f"http://127.0.0.1:{table.port}/")
        exec(compile(program, "README.md", "exec"), {})
        assert re.fullmatch(r"Fireship - Roll 1: \d+, \d+, \d+, together \d+\n", capsys.readouterr().out)


def test_the_service_starts_the_command_with_options_it_has() -> None:
    (block,) = blocks("ini")
    assert block.text == (UNITS / "tidetable.service").read_text("utf-8")
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's names keep their capitals
    unit.read_string(block.text)
    program, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert program == "/opt/tidetable/bin/tidetable"
    command = call_named(arguments[0])
    given = command.make_context("run", arguments[1:]).params
    folders = [Path("/var/lib") / each for each in unit["Service"]["StateDirectory"].split()]
    assert [given["data_before"], given["data"]] == folders
    assert Path(unit["Service"]["WorkingDirectory"]) == given["data"], "settings that came back are found there"
    assert unit["Service"]["RestartPreventExitStatus"].split() == ["1", "2"], "these are for people to read"
    assert str(FAILED) not in unit["Service"]["RestartPreventExitStatus"]
    assert unit["Service"]["Restart"] == "on-failure", "the table can be switched off by its buttons"


def linked(page: Page) -> list[Path]:
    """Where *page* links to in this repository, pictures included."""
    found = re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", page.text)
    targets = [link or picture for link, picture in found]
    return [page.path.parent / target for target in targets if "://" not in target]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_picture_is_there(page: Page) -> None:
    assert [path for path in linked(page) if not path.is_file()] == []


def test_every_picture_is_shown_and_every_page_is_linked_from_another() -> None:
    shown = {path.resolve() for page in PAGES for path in linked(page)}
    assert [picture.name for picture in SCREENSHOTS.iterdir() if picture not in shown] == []
    assert [page.name for page in PAGES if page.path not in shown | {README.path}] == []


def test_every_top_folder_has_a_page_and_the_first_is_not_long() -> None:
    assert [folder for folder in TOPS if not (ROOT / folder / "README.md").is_file()] == []
    assert README.text.count("\n") <= LONGEST_LINES


PLACE = re.compile(r"`((?:companion|hardware|firmware_host|web_ui|tests|\.ci)/[\w./-]*)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_place_that_a_page_names_exists(page: Page) -> None:
    assert [place for place in PLACE.findall(page.text) if not (ROOT / place).exists()] == []


def test_the_map_names_each_room_and_no_other() -> None:
    folders = {path.parent.relative_to(ROOT / "companion") for path in (ROOT / "companion").rglob("*/__init__.py")}
    rooms = {f"{folder}/" for folder in folders if folder.parent.parts[:1] != ("games",)}
    assert {code_in(room)[0] for room, _, _ in MAP.rows("Room")} == rooms | {"app.py", "opening.py"}


def test_each_step_of_a_rolls_way_is_where_the_map_says() -> None:
    for _, place, name in MAP.rows("What happens"):
        text = (ROOT / code_in(place)[0]).read_text("utf-8")
        assert re.search(rf"def {code_in(name)[0]}\(", text), (place, name)


def test_pictures_are_small() -> None:
    sizes = {picture.name: picture.stat().st_size for picture in SCREENSHOTS.iterdir()}
    assert sizes
    assert max(sizes.values()) < LARGEST_PICTURE_BYTES


@pytest.mark.long
def test_make_pictures_takes_them_all_and_the_screen_still_looks_like_that(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.pictures", "--to", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PICTURES_PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr
    assert {picture.name for picture in tmp_path.glob("*.png")} == {picture.name for picture in SCREENSHOTS.iterdir()}
    screens = ("start", "roll", "won", "kraken", "floods", "sinks", "waters-rise")
    for name in (f"oled-{screen}.png" for screen in screens):
        assert seen(tmp_path / name) == seen(SCREENSHOTS / name), f"{name} is out of date: run `make pictures`"
    for name, size in (("phone-fireship", (600, 1335)), ("phone-island", (600, 1335)), ("panel", (1280, 800))):
        assert seen(tmp_path / f"{name}.png")[0] == size


def seen(picture: Path) -> tuple[tuple[int, int], bytes]:
    with Image.open(picture) as image:
        return image.size, image.convert("RGB").tobytes()


def test_the_dice_trays_wiring_on_the_page_is_the_firmwares() -> None:
    found = {what.partition(":")[0].partition(",")[0]: gp for gp, _, what, _ in DEVICES.rows("GP")}
    assert {what: tuple(map(int, gp.split(", "))) for what, gp in found.items()} == {
        "data of the windows": tray_wiring.WINDOWS,
        "data of the lamps": (tray_wiring.VERDICT,),
        "data of the ring": (tray_wiring.RING,),
        "buttons ROLL": tray_wiring.BUTTONS,
        "their lamps": tray_wiring.LAMPS,
        "servos of the idol": (tray_wiring.IDOL_TURNS, tray_wiring.IDOL_PUSHES),
        "buzzer": (tray_wiring.BUZZER,),
    }
    # Along either side of a Pico every fifth pin is ground: 3, 8, 13 and so on.
    for gps, pins, _, _ in DEVICES.rows("GP"):
        assert [gp + 1 + (gp + 2) // 4 for gp in map(int, gps.split(", "))] == list(map(int, pins.split(", ")))


def test_the_wiring_on_the_page_is_the_default() -> None:
    told = {code_in(name)[0]: int(gpio) for name, _, gpio, _, _ in DEVICES.rows("Name") if name}
    assert told == Wiring().by_name


def test_each_gpio_is_where_the_page_says_on_the_header() -> None:
    board = MockFactory(revision=MOCK_REVISION).board_info
    for _, what, gpio, pin, _ in DEVICES.rows("Name"):
        ((_, found),) = board.find_pin(f"GPIO{gpio}")
        assert (what, found.number) == (what, int(pin))


def test_ground_and_power_are_where_the_page_says() -> None:
    board = MockFactory(revision=MOCK_REVISION).board_info
    (power,) = re.findall(r"3\.3 V \(pin (\d+)\)", DEVICES.text)
    assert int(power) in {pin.number for header, pin in board.find_pin("3V3") if header.name == "J8"}
    (first, others) = re.findall(r"\(pin (\d+); ground is also on ([^)]*)\)", DEVICES.text)[0]
    ground = {pin.number for header, pin in board.find_pin("GND") if header.name == "J8"}
    assert {int(first), *map(int, re.findall(r"\d+", others))} == ground


def test_every_make_target_is_explained_and_no_other() -> None:
    told = [code_in(call)[0] for call, _ in README.rows("`make`")]
    assert sorted(told) == sorted(f"make {target}" for target in TARGETS)


def test_every_command_is_explained_and_no_other() -> None:
    assert {code_in(call)[0] for call, _ in COMMAND.rows("Call")} == {f"tidetable {name}" for name in CALLS}


def requirements() -> set[str]:
    lines = sum(PROJECT["optional-dependencies"].values(), PROJECT["dependencies"])
    return {Requirement(line).name for line in lines}


def test_every_package_has_its_reason_and_no_other() -> None:
    told = README.rows("Package")
    assert sorted(code_in(name)[0] for name, _, _ in told) == sorted(requirements())
    assert all(what and why for _, what, why in told)


def test_every_row_of_the_map_names_a_place_to_open() -> None:
    rows = [cell for _, cell in MAP.rows("To change")]
    assert len(rows) > 20
    assert [cell for cell in rows if not PLACE.search(cell)] == []


def test_each_games_folder_has_what_the_map_says() -> None:
    """All but ``page/``, which a game has only if it wants more than a page that is drawn from its picture."""
    parts = [part for cell, _ in MAP.rows("File") for part in code_in(cell) if part != "page/"]
    folders = [path.parent for path in (ROOT / "companion" / "games").glob("*/game.toml")]
    assert folders
    assert [folder / part for folder in folders for part in parts if not (folder / part).exists()] == []


def test_the_page_is_the_packages_description() -> None:
    assert PROJECT["readme"] == "README.md"


def test_what_the_page_says_of_files_and_words_is_so(tmp_path: Path) -> None:
    settings = load(None, {"HOME": str(tmp_path)}, tmp_path, tmp_path / "none")
    assert f"`~/{settings.table.data.relative_to(tmp_path)}`" in COMMAND.text
    assert f"`{FILE}`" in COMMAND.text
    english = (ROOT / "companion" / "texts" / "en.toml").read_text("utf-8").replace("’", "'")
    seen = [cell for cell, _ in TROUBLE.rows("What you see")]
    quoted = [words for cell in seen for words in re.findall(r'"([^"`]+)"', cell)]
    assert [words for words in quoted if words not in english and "simulated" not in words] == []
