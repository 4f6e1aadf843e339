from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from companion.settings.example import example
from companion.settings.keys import BY_NAME, KEYS, LISTS, TABLES
from companion.settings.reader import FILE_NAME, SettingsError, load
from companion.settings.tables import Settings
from companion.settings.wording import in_english
from companion.texts.say import LANGUAGES, read_language
from hardware.board.wiring import Wiring
from hardware.oled.panel.settings import OledSettings
from tests.support.rows import each_row

FULL = """
[table]
name = " La table bleue "
language = "fr"
data = "games"
[web]
host = "::1"
port = 0
names = ["Games.Home", "games.home", "table"]
[pins]
choice = "simulated"
roll = 12
[oled]
driver = "sh1106"
bus = 2
address = 0x3D
rotate = 2
offset = 3
[dicetray]
port = "/dev/ttyACM0"
[kits]
folder = "~/kits"
[backup]
folder = "copies"
[game.fireship]
chance = "typed"
[game.forbidden-island]
level = 2
"""


def write(folder: Path, content: str | bytes, name: str = FILE_NAME) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def read(folder: Path, content: str | bytes) -> Settings:
    return load(write(folder, content), {"HOME": "/home/eva"}, folder)


def faults_of(folder: Path, content: str | bytes) -> list[str]:
    with pytest.raises(SettingsError) as error:
        read(folder, content)
    assert str(error.value).splitlines() == [str(fault) for fault in error.value.faults]
    assert all(fault.file == str(folder / FILE_NAME) for fault in error.value.faults)
    return [str(fault).removeprefix(f"{folder / FILE_NAME}").removeprefix(", ") for fault in error.value.faults]


def test_without_a_file_every_key_has_its_default(tmp_path: Path) -> None:
    settings = load(None, {"HOME": "/home/eva"}, tmp_path, system_file=tmp_path / "none.toml")
    assert (settings.table.name, settings.table.language) == ("Tidetable", "en")
    assert settings.table.data == Path("/home/eva/.local/share/tidetable")
    assert (settings.web.host, settings.web.port, settings.web.names) == ("0.0.0.0", 8080, ())
    assert (settings.pins.choice, settings.pins.lines) == ("auto", Wiring().by_name)
    assert (settings.oled.driver, settings.oled.bus, settings.oled.address) == ("ssd1306", 1, 0x3C)
    assert (settings.oled.rotate, settings.oled.offset) == (0, None)
    assert (settings.dicetray.port, settings.kits.folder, settings.game, settings.source) == ("auto", None, {}, None)
    assert settings.backup.folder is None


def test_every_key_of_the_file_is_read(tmp_path: Path) -> None:
    settings = read(tmp_path, FULL)
    assert (settings.table.name, settings.table.language, settings.table.data) == (
        "La table bleue",
        "fr",
        tmp_path / "games",
    )
    assert (settings.web.host, settings.web.port, settings.web.names) == ("::1", 0, ("games.home", "table"))
    assert (settings.pins.choice, settings.pins.lines) == ("simulated", {**Wiring().by_name, "roll": 12})
    assert (settings.oled.driver, settings.oled.bus, settings.oled.address) == ("sh1106", 2, 0x3D)
    assert (settings.oled.rotate, settings.oled.offset) == (2, 3)
    assert (settings.dicetray.port, settings.kits.folder) == ("/dev/ttyACM0", Path("/home/eva/kits"))
    assert settings.backup.folder == tmp_path / "copies"
    assert settings.game == {"fireship": {"chance": "typed"}, "forbidden-island": {"level": 2}}
    assert settings.source == tmp_path / FILE_NAME


@each_row("lang", LANGUAGES)
def test_the_example_says_what_the_defaults_say(tmp_path: Path, lang: str) -> None:
    env = {"HOME": "/home/eva"}
    said = load(write(tmp_path, example(lang), "example.toml"), env, tmp_path)
    usual = load(None, env, tmp_path, system_file=tmp_path / "none.toml")
    assert structs.replace(said, source=None) == usual


@each_row("lang", LANGUAGES)
def test_the_example_names_every_key_and_explains_every_table(lang: str) -> None:
    parsed = tomllib.loads(example(lang))
    assert [(table, key) for table, keys in parsed.items() for key in keys] == [
        (key.table, key.name) for key in KEYS if key.table not in LISTS
    ]
    lines = example(lang).splitlines()
    assert all(lines[row - 1].startswith("# ") for row, line in enumerate(lines) if line.startswith("["))


@each_row("driver", ["ssd1306", "sh1106", "ssd1309"])
@each_row("rotate", [0, 1, 2, 3])
@each_row("offset", ['"auto"', *range(6)])
def test_the_settings_take_what_the_display_takes(tmp_path: Path, driver: str, rotate: int, offset: object) -> None:
    def takes(build: Callable[[], object]) -> bool:
        try:
            build()
        except ValueError:
            return False
        return True

    content = f'[oled]\ndriver = "{driver}"\nrotate = {rotate}\noffset = {offset}'
    column = offset if isinstance(offset, int) else None
    display = takes(lambda: OledSettings(driver=driver, rotate=rotate, offset=column))  # type: ignore[arg-type]
    assert takes(lambda: read(tmp_path, content)) == display


def test_curly_quotes_are_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        read(tmp_path, "[table]\nname = “Attic”")
    (fault,) = caught.value.faults
    assert (fault.line, "straight quotes" in fault.hint) == (2, True)


def test_the_languages_are_those_that_can_be_said() -> None:
    language = BY_NAME["table.language"]
    assert language.choices == LANGUAGES
    assert in_english(language.expected).startswith(", ".join(f'"{lang}"' for lang in LANGUAGES))


def test_a_description_belongs_to_a_key_or_a_table() -> None:
    texts = {key.removeprefix("settings.") for key in read_language("en") if key.startswith("settings.")}
    known = {key.called for key in KEYS} | {f"{table}.title" for table in TABLES} | {"file", "key"}
    assert texts <= known
    assert {key.called for key in KEYS if key.table != "pins"} <= texts


def test_what_a_page_may_change_is_no_path_host_port_or_pin() -> None:
    assert [key.called for key in KEYS if key.choices or key.form] == [
        "table.name",
        "table.language",
        "web.names",
        "web.watching",
        "pins.knob",
        "oled.driver",
        "oled.rotate",
        "oled.offset",
    ]


def test_settings_are_frozen(tmp_path: Path) -> None:
    with pytest.raises(AttributeError, match="immutable"):
        read(tmp_path, "").web.port = 1  # type: ignore[misc]


def test_the_nearest_file_wins(tmp_path: Path) -> None:
    def named(name: str, path: Path | None, env: dict[str, str]) -> str:
        settings = load(path, {"HOME": "/", **env}, tmp_path / "here", system_file=tmp_path / "etc" / FILE_NAME)
        assert settings.source is not None
        return settings.table.name

    for place in ("etc", "here", "env", "given"):
        write(tmp_path, f'[table]\nname = "{place}"', f"{place}/{FILE_NAME}")
    env = {"TIDETABLE_CONFIG": str(tmp_path / "env" / FILE_NAME)}
    assert named("given", tmp_path / "given" / FILE_NAME, env) == "given"
    assert named("given", Path("../given") / FILE_NAME, env) == "given"
    assert named("env", None, env) == "env"
    assert named("here", None, {"TIDETABLE_CONFIG": ""}) == "here"
    (tmp_path / "here" / FILE_NAME).unlink()
    assert named("etc", None, {}) == "etc"


@each_row(
    ("env", "data"),
    [
        ({"HOME": "/home/eva", "XDG_DATA_HOME": "/data"}, "/data/tidetable"),
        ({"HOME": "/home/eva", "XDG_DATA_HOME": "relative"}, "/home/eva/.local/share/tidetable"),
        ({"HOME": "/home/eva", "XDG_DATA_HOME": ""}, "/home/eva/.local/share/tidetable"),
    ],
)
def test_an_empty_data_folder_is_the_usual_one_of_this_user(tmp_path: Path, env: dict[str, str], data: str) -> None:
    assert load(write(tmp_path, "[table]\ndata = ''"), env, tmp_path).table.data == Path(data)


@each_row(
    ("written", "folder"),
    [("/srv/games", "/srv/games"), ("~/games", "/home/eva/games"), ("~", "/home/eva"), ("~ben", "{base}/~ben")],
)
def test_a_folder_starts_at_the_root_the_home_or_the_file(tmp_path: Path, written: str, folder: str) -> None:
    settings = read(tmp_path, f'[table]\ndata = "{written}"')
    assert str(settings.table.data) == folder.format(base=tmp_path)


KEY_FAULTS = [
    ("[table]\nname = ''", "[table] name: given '', expected text of 1 to 40 characters"),
    ("[table]\nname = 7", "[table] name: given 7, expected text of 1 to 40 characters"),
    ('[table]\nname = "a\\u0007b"', r"[table] name: given 'a\x07b', expected text of 1 to 40 characters"),
    (
        "[table]\nlanguage = 'Deutsch'",
        '[table] language: given \'Deutsch\', expected "en", "fr" or one like "de"',
    ),
    ('[table]\ndata = "a\\u0000"', r"[table] data: given 'a\x00', expected the path of a folder"),
    ("[web]\nhost = 'not a host'", "[web] host: given 'not a host', expected an IP address or a host name"),
    ("[web]\nhost = 1", "[web] host: given 1, expected an IP address or a host name"),
    ("[web]\nport = 65536", "[web] port: given 65536, expected a whole number from 0 to 65535"),
    ("[web]\nport = -1", "[web] port: given -1, expected a whole number from 0 to 65535"),
    ("[web]\nport = true", "[web] port: given true, expected a whole number from 0 to 65535"),
    ("[web]\nport = 80.0", "[web] port: given 80.0, expected a whole number from 0 to 65535"),
    ("[web]\nport = 81\nproxy_port = 81", "[web] port: given 81, expected another port than proxy_port"),
    ("[web]\nproxy_port = 8080", "[web] port: given 8080, expected another port than proxy_port"),
    ("[web]\nport = '80'", "[web] port: given '80', expected a whole number from 0 to 65535"),
    ("[pins]\nchoice = 'mock'", "[pins] choice: given 'mock', expected one of auto, real, simulated"),
    ("[pins]\nlamp_ok = 28", "[pins] lamp_ok: given 28, expected a whole number from 0 to 27"),
    ("[oled]\ndriver = 'ssd1327'", "[oled] driver: given 'ssd1327', expected one of ssd1306, sh1106, ssd1309"),
    ("[oled]\naddress = 0x7F", "[oled] address: given 127, expected a whole number from 0x08 to 0x77"),
    (
        "[oled]\naddress = 0x78",
        "[oled] address: given 120, expected 0x3C: modules often have this address printed in its form of eight bits",
    ),
    ("[oled]\nrotate = 90", "[oled] rotate: given 90, expected 0, or 2 for upside down"),
    ("[oled]\noffset = 5", '[oled] offset: given 5, expected "auto" or a whole number from 0 to 4'),
    (
        "[oled]\noffset = 2",
        '[oled] offset: given 2, expected "auto" or 0: the driver "ssd1306" has no columns to spare',
    ),
    (
        "[dicetray]\nport = 'usb'",
        '[dicetray] port: given \'usb\', expected "auto", "none" or like "/dev/ttyACM0"',
    ),
    (
        f"[mqtt]\nbroker = 'mqtt://a:{'9' * 5000}'",
        f'[mqtt] broker: given \'mqtt://a:{"9" * 47}..., expected an address such as "mqtts://broker.home"',
    ),
    ("[kits]\nfolder = []", "[kits] folder: given [], expected the path of a folder"),
    ("[game]\nfireship = 3", "[game] fireship: given 3, expected a table that begins with [game.fireship]"),
    (
        "[game.Fire_Ship]",
        "[game.Fire_Ship]: given 'Fire_Ship', expected a game's short name in small letters, such as our-game",
    ),
    ("web = 3", "web: given 3, expected a table that begins with [web]"),
    ("[[web]]", "web: given [{}], expected a table that begins with [web]"),
]


@each_row(("content", "fault"), KEY_FAULTS)
def test_a_fault_names_place_given_and_expected(tmp_path: Path, content: str, fault: str) -> None:
    assert faults_of(tmp_path, content) == [fault]


@each_row("name", ["games.home:8080", "http://games.home", "", "a..b", "-a", "a_b", "x" * 64, "*"])
def test_a_host_name_has_no_port_path_or_pattern(tmp_path: Path, name: str) -> None:
    (fault,) = faults_of(tmp_path, f'[web]\nnames = ["ok.home", "{name}"]')
    assert fault.endswith("expected a list of host names, without ports")


@each_row(
    ("content", "place", "hint"),
    [
        ("[web]\nprot = 80", "[web] prot", "did you mean port?"),
        ("[web]\nPort = 80", "[web] Port", "did you mean port?"),
        ("[web]\nlanguage = 'fr'", "[web] language", "language belongs in [table]"),
        ("[pins]\nlamp_rol = 4", "[pins] lamp_rol", "did you mean lamp_roll?"),
        ("[pins]\n'a b' = 4", "[pins] 'a b'", "buzzer"),
        ("[tabel]\nname = 'x'", "[tabel]", "did you mean [table]?"),
        ("[games.fireship]\nx = 1", "[games]", "did you mean [game]?"),
        ("rotate = 1", "rotate", "rotate belongs in [oled]"),
        ("port = 80", "port", "port belongs in [web] or [dicetray]"),
        ("zzz = 80", "zzz", "[kits], [backup], [mqtt], [club], [[webhook]], [metrics], [game]"),
    ],
)
def test_an_unknown_key_or_table_is_a_fault_with_a_suggestion(
    tmp_path: Path, content: str, place: str, hint: str
) -> None:
    (fault,) = faults_of(tmp_path, content)
    assert fault.startswith(f"{place}: given a ")
    assert fault.endswith(hint)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    contents = ["top = 1", "[tabel]\nx = 1", "[web]\nport = 70000\nprot = 1\nhost = ''", "[oled]\nrotate = 4"]
    assert len(faults_of(tmp_path, "\n".join(contents))) == 6


def test_a_long_value_is_told_in_short(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, f'[web]\nhost = "{"x" * 1000}"')
    assert len(fault) < 150


@each_row(
    ("content", "place"),
    [
        ("[web]\nport = \n", "line 2, column 8: given 'port =', expected TOML; invalid value"),
        ("[web\n", "line 1, column 5: given '[web', expected TOML; expected ']'"),
        ("[web]\n[web]\n", "line 2, column 5: given '[web]', expected TOML; cannot declare ('web',) twice"),
        ('[web]\nhost = "a', "line 2, column 10: given 'host = \"a', expected TOML; unterminated string"),
        ("port = 08080", "line 1, column 9: given 'port = 08080', expected TOML"),
        (b"[table]\nname = 'caf\xe9'", "line 2: given the byte 0xE9, expected text in UTF-8"),
        ("x = " + "[" * 5000, "line 1: given too many dots or brackets, expected TOML"),
        ("x = " + "9" * 5000, "line 1: given a number of more than 64 digits, expected TOML with shorter numbers"),
    ],
)
def test_what_is_not_toml_is_told_with_its_line(tmp_path: Path, content: str | bytes, place: str) -> None:
    (fault,) = faults_of(tmp_path, content)
    assert fault.startswith(place)


def test_a_file_saved_on_windows_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbf[web]\r\nport = 81\r\n").web.port == 81


@each_row(
    ("given", "env", "advice"),
    [
        (Path("nowhere.toml"), {}, "; `tidetable config --print` writes one"),
        (None, {"TIDETABLE_CONFIG": "nowhere.toml"}, "; $TIDETABLE_CONFIG names it"),
    ],
)
def test_a_named_file_must_exist(tmp_path: Path, given: Path | None, env: dict[str, str], advice: str) -> None:
    with pytest.raises(SettingsError) as error:
        load(given, env, tmp_path)
    message = f"{tmp_path / 'nowhere.toml'}: given a path without a file, expected a settings file{advice}"
    assert str(error.value) == message


def test_a_folder_is_no_settings_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"given a file that can't be read \(Is a directory\)"):
        load(tmp_path, {}, tmp_path)
