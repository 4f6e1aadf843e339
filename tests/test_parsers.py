"""Each parser of the shipped code is listed with what bounds it: a new one has to say what a hostile file could do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.test_arrows import called, inside, modules, name_of, nodes_of

PARSERS = frozenset(
    {"PIL.Image.frombytes", "PIL.Image.open", "PIL.ImageFont.truetype", "ast.literal_eval", "configparser.ConfigParser"}
    | {"csv.reader", "email.message_from_bytes", "json.load", "json.loads", "marshal.load", "marshal.loads"}
    | {"msgspec.json.decode", "msgspec.json.Decoder", "msgspec.msgpack.decode", "msgspec.msgpack.Decoder"}
    | {"pickle.load", "pickle.loads", "plistlib.loads", "sqlite3.connect", "tarfile.open", "tarfile.TarFile"}
    | {"tomllib.load", "tomllib.loads", "xml.etree.ElementTree.fromstring", "xml.etree.ElementTree.parse"}
    | {"xml.etree.ElementTree.XMLParser", "xml.etree.ElementTree.iterparse", "gzip.decompress", "gzip.open"}
    | {"companion.kits.formulas.dice.parse_dice", "companion.kits.formulas.expression.parse_expression"}
    | {"zipfile.ZipFile", "zlib.decompress", "zlib.decompressobj", "shutil.unpack_archive", "sqlalchemy.create_engine"}
    | {"zxingcpp.read_barcodes"}
)
ROOMS = ("xml", "html.parser", "pyexpat", "tomli", "yaml", "lxml", "shelve", "dbm", "bz2", "lzma")
"""Modules of which any use is a parser."""

FOREIGN = "anybody's file: "
SENT = "what somebody sent: "
OWN = "this program's own, which nobody else writes: "
BOUNDS = {
    # anybody's files
    ("companion.kits.format.dice", "companion.kits.formulas.dice.parse_dice"): FOREIGN + "100 letters, 12 formulas",
    ("companion.kits.format.course", "companion.kits.formulas.expression.parse_expression"): FOREIGN
    + "400 letters, MAX_FORMULA_LETTERS in all",
    ("companion.kits.format.effects", "companion.kits.formulas.expression.parse_expression"): FOREIGN
    + "400 letters, MAX_FORMULA_LETTERS in all",
    ("companion.runtime.foreign_file", "tomllib.loads"): FOREIGN + "bytes, dots and brackets are counted before",
    ("companion.kits.format.safe_svg", "xml.etree.ElementTree"): FOREIGN + "16 KB, no DTD, its shapes are counted",
    ("companion.kits.format.safe_svg", "xml.etree.ElementTree.fromstring"): FOREIGN + "16 KB, no DTD",
    ("companion.kits.format.safe_svg", "xml.etree.ElementTree.ParseError"): FOREIGN + "an error alone",
    ("companion.kits.format.safe_svg", "xml.etree.ElementTree.Element"): FOREIGN + "a type alone",
    ("companion.upkeep.backup.archive", "zipfile.ZipFile"): FOREIGN + "its end, names and sizes are looked at before",
    ("companion.upkeep.backup.archive", "msgspec.json.decode"): FOREIGN + "MAX_FILE bytes",
    ("companion.library.own.card_folder", "msgspec.json.decode"): OWN + "256 KB, strings by name alone",
    ("companion.journal.foreign", "sqlite3.connect"): FOREIGN + "MAX_JOURNAL bytes, read alone, rows by bounds.py",
    ("companion.upkeep.backup.journal_part", "sqlite3.connect"): FOREIGN
    + "after foreign.strictly, or a copy of our own",
    ("companion.records.record", "msgspec.json.decode"): FOREIGN + "MAX_BYTES and MAX_LINES",
    ("companion.club.book.erasure", "msgspec.json.decode"): FOREIGN + "one line of a record that was taken in",
    # what is sent
    ("companion.sharing.code", "zlib.decompressobj"): SENT + "MAX_CODE letters in, MAX_KIT bytes out",
    ("companion.sharing.photo", "PIL.Image.open"): SENT + "2 MB, JPEG and PNG alone, MAX_PIXELS before they are read",
    ("companion.sharing.photo", "zxingcpp.read_barcodes"): SENT + "MAX_PIXELS, one photo after the other",
    ("web_ui.http.content.bodies", "msgspec.json.Decoder"): SENT + "limits of web_ui.http.access.rate_limit",
    ("companion.kits.commands.dice", "companion.kits.formulas.dice.parse_dice"): SENT + "100 letters",
    ("companion.kits.things.throws", "companion.kits.formulas.dice.parse_dice"): OWN + "a formula that a command took",
    ("web_ui.api.table", "companion.kits.formulas.dice.parse_dice"): SENT + "100 letters",
    ("companion.outside.messages", "msgspec.json.decode"): SENT + "limits of companion.outside.mqtt.client.bulk_client",
    ("companion.doctor.client", "json.loads"): SENT + "LONGEST_BYTES",
    # the journal: opened by journal.connection, which takes any error for damage
    ("companion.journal.connection", "sqlite3.connect"): OWN + "damage is set aside",
    ("companion.engine.game", "msgspec.json.Decoder"): OWN + "facts of bounded length, see bounds.py",
    ("companion.journal.journal", "sqlite3.connect"): OWN + "a copy that is written",
    ("companion.journal.memory", "sqlite3.connect"): OWN + "in memory",
    ("companion.journal.rows", "msgspec.json.decode"): OWN + "a value of bounded length, see bounds.py",
    ("companion.journal.salvage", "sqlite3.connect"): OWN + "damage is copied row by row",
    ("companion.journal.schema", "sqlite3.connect"): OWN + "in memory",
    ("companion.upkeep.backup.creation", "sqlite3.connect"): OWN + "a copy that was checked",
    ("companion.club.book.database", "sqlalchemy.create_engine"): OWN + "the club's book",
    ("companion.model.roster", "msgspec.json.decode"): OWN + "a setting of bounded length, see bounds.py",
    ("companion.session.game.archive", "msgspec.json.decode"): OWN + "a value of bounded length, see bounds.py",
    ("companion.outside.mqtt.farewell", "msgspec.json.decode"): OWN + "a setting of bounded length, see bounds.py",
    # small files that this program writes
    ("companion.club.keeper", "msgspec.json.decode"): OWN + "the keeper's password",
    ("companion.health.boot_note", "json.loads"): OWN + "a note of some lines",
    ("companion.health.served_note", "json.loads"): OWN + "a note of some lines",
    ("companion.health.settings", "json.loads"): OWN + "a note of some lines",
    ("companion.health.display_driver", "msgspec.json.decode"): OWN + "two settings of the display",
    ("companion.health.cards", "msgspec.json.decode"): OWN + "the card of a rehearsal",
    ("companion.settings.choices", "msgspec.json.decode"): OWN + "a value for each of some keys, all checked",
    ("companion.upkeep.backup.nights.memory", "msgspec.json.decode"): OWN + "a note of some lines",
    ("companion.library.own.history", "msgspec.json.decode"): OWN + "a note of some lines",
    ("companion.library.simulate", "msgspec.json.decode"): OWN + "encoded in the same line",
    ("companion.settings.hook_body", "json.loads"): OWN + "a template of 10,000 letters of the owner's",
    # files that ship
    ("companion.runtime.parse_cache", "tomllib.loads"): OWN + "it ships",
    ("companion.runtime.parse_cache", "marshal.loads"): OWN + "made of what ships, beside it",
    ("web_ui.http.content.templates", "marshal.loads"): OWN + "made of what ships, beside it",
    ("companion.kits.format.kit_file", "tomllib.loads"): OWN + "the kits that ship",
    ("companion.upkeep.debian.build", "tomllib.loads"): OWN + "the checkout's pyproject.toml",
    ("companion.upkeep.debian.wheels", "tomllib.loads"): OWN + "the checkout's pyproject.toml",
    ("companion.upkeep.debian.build", "zipfile.ZipFile"): OWN + "the checkout's wheels",
    ("hardware.board.diagram", "xml.sax.saxutils.escape"): OWN + "it only writes",
    ("web_ui.http.content.delivery", "gzip.decompress"): OWN + "what it has packed itself",
    ("hardware.oled.fonts", "PIL.ImageFont.truetype"): OWN + "the fonts that ship",
    ("hardware.oled.drawing.bitmap", "PIL.Image.frombytes"): OWN + "a picture of one size, of the screen's own",
    ("firmware_host.bench.emulator", "json.loads"): OWN + "a line of the bench's own process",
}


def parsers_in(source: str) -> Iterator[str]:
    """Every parser that *source* uses, by its whole name."""
    for name in set(called(nodes_of(source))):
        if name in PARSERS or any(inside(name, room) for room in ROOMS):
            yield name


def ships_with_a_game(path: Path, source: str) -> bool:
    """Tell whether *source*, at *path*, reads what lies beside it in the folder of a game."""
    return name_of(path).startswith("companion.games.") and "Path(__file__)" in source


@cache
def found() -> frozenset[tuple[str, str]]:
    sources = ((path, path.read_text("utf-8")) for path in modules())
    return frozenset(
        (name_of(path), parser)
        for path, source in sources
        if not ships_with_a_game(path, source)
        for parser in parsers_in(source)
    )


def test_each_parser_is_listed_with_its_bound() -> None:
    assert sorted(found() - BOUNDS.keys()) == [], "say in BOUNDS what a hostile file could do to it"


def test_no_bound_is_listed_of_a_parser_that_is_gone() -> None:
    assert sorted(BOUNDS.keys() - found()) == []


def test_a_parser_is_found_by_whatever_name_it_is_imported() -> None:
    hidden = (
        ("from tomllib import loads as read\nread(x)", "tomllib.loads"),
        ("import msgspec.json as j\nj.decode(x)", "msgspec.json.decode"),
        ("import zipfile\ndef f(g=zipfile.ZipFile): ...", "zipfile.ZipFile"),
        ("from xml.etree import ElementTree as E\nE.parse(x)", "xml.etree.ElementTree.parse"),
        ("from companion.kits.formulas.dice import parse_dice as p\np(x)", "companion.kits.formulas.dice.parse_dice"),
    )
    for source, parser in hidden:
        assert parser in set(parsers_in(source))


def test_what_names_files_of_anybody_goes_by_the_one_reader() -> None:
    readers = {name_of(path) for path in modules() if "foreign_file" in path.read_text("utf-8")}
    expected = {"companion.kits.format.kit_file", "companion.library.languages", "companion.library.family_files"}
    expected |= {"companion.settings.reader", "companion.settings.backup_part", "companion.upkeep.backup.settings"}
    expected |= {"companion.upkeep.backup.inspection", "companion.outside.mqtt.kit_files", "companion.texts.say"}
    assert expected <= readers
