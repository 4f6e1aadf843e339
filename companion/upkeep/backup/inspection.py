"""Inspection of a backup: every byte and every game of it.

Law: an inspection changes only the folder that it unpacks into, and runs nothing of the backup.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import msgspec

from companion.chance import fairness
from companion.chance.fairness import SEED_BYTES
from companion.engine.chance import ChanceAnswer
from companion.engine.game import BadGame, Game, Mode
from companion.engine.notation import spell
from companion.engine.state import State
from companion.engine.values.seats import CHANCE
from companion.journal.bounds import beyond_restoring
from companion.journal.errors import JournalTooNew, JournalUnwritable
from companion.journal.foreign import NotOurs, strictly
from companion.journal.journal import Journal, open_for_reading
from companion.journal.rows import GameRow, LineRow
from companion.kits.format.kit_file import kits_in
from companion.model.entry import Entry
from companion.records.importer import LONGEST_NAME
from companion.records.record import MAX_LINES, of_journal, table_of
from companion.records.record import steps_of as taken_through
from companion.records.verification import draws_of
from companion.runtime.atomic_file import keep
from companion.runtime.foreign_file import TooTangled, read_own, toml_of
from companion.session.game.open_game import DOES_NOT_FIT
from companion.session.game.resumption import take_up
from companion.settings.backup_part import FILE as RESTORED
from companion.upkeep.backup.archive import MAX_FILE, SETTINGS, Manifest, opened, unpack
from companion.upkeep.backup.errors import BackupError, disk_errors, shown
from companion.upkeep.backup.settings import arriving
from companion.upkeep.backup.source import KITS, LANGUAGES

log = logging.getLogger(__name__)

Find = Callable[[str, Mode], Game | None]
"""Function that finds a game by slug and mode.

It may raise ``BadGame``.
"""


@dataclass(frozen=True)
class Contents:
    """The contents of a backup.

    *games* counts all of them, *goes_on* those that aren't over. *unknown* are the numbers of games without rules here:
    they are kept as they are. *broken* are those that were altered, or that this program's rules refuse, each with the
    reason in English. Broken games are never restored.
    """

    manifest: Manifest
    games: int
    goes_on: int
    kits: tuple[str, ...]
    boards: tuple[str, ...]
    languages: tuple[str, ...]
    unknown: tuple[int, ...] = ()
    broken: tuple[tuple[int, str], ...] = ()


def look(file: Path, find: Find, work: Path | None = None) -> Contents:
    """Return the contents of the backup *file*.

    *find* finds its games. *work* is a folder with room to unpack it.

    :raises BackupError: if it isn't a backup that can be restored.
    """
    with disk_errors(), tempfile.TemporaryDirectory(prefix="tidetable-", dir=work) as folder:
        return unpacked(file, Path(folder), find)


def unpacked(file: Path, folder: Path, find: Find) -> Contents:
    """Unpack the backup *file* into the empty *folder* and return its contents.

    *folder* gets the layout of a table's data.

    :raises BackupError: if it isn't a backup that can be restored.
    :raises OSError: if it can't be read, or *folder* can't be written.
    """
    for each in (KITS, LANGUAGES):
        (folder / each).mkdir(mode=0o700)
    with opened(file) as (manifest, archive):
        for name in manifest.files:
            unpack(archive, manifest, name, folder / name)
    _read_own_files(folder, manifest)
    if SETTINGS in manifest.files:
        _take_settings(folder, manifest, find)
    with journal_damage(), closing(open_for_reading(folder, strictly)) as journal:
        if more := beyond_restoring(journal.connection):
            raise NotOurs(f"it leaves no room for what a table adds: {more}")
        return _contents(manifest, journal, find)


@contextmanager
def journal_damage() -> Iterator[None]:
    """Turn any error of a backup's untrusted journal into :class:`BackupError`."""
    try:
        yield
    except JournalTooNew as error:
        raise BackupError("newer") from error
    except (BackupError, OSError, MemoryError) as error:
        if not isinstance(error, JournalUnwritable) or error.reason != "broken":
            raise
        raise BackupError("bad-journal") from error
    except Exception as error:
        log.warning("a backup's journal isn't taken: %s", error, exc_info=not isinstance(error, NotOurs))
        raise BackupError("bad-journal") from error


def _read_own_files(folder: Path, manifest: Manifest) -> None:
    """Read each of the family's files in *folder*, as a start does.

    A mere fault in one is reported by the table later.

    :raises BackupError: if one would delay a start too long, or break it.
    """
    for name in (each for each in manifest.files if "/" in each):
        try:
            toml_of(read_own(folder / name, MAX_FILE))
        except TooTangled as error:
            raise BackupError("altered", name=shown(name)) from error
        except ValueError:
            continue
    try:
        kits_in(folder / KITS, ())
    except Exception as error:
        log.exception("a kit of a backup can't be read")
        raise BackupError("altered", name=KITS) from error


def _take_settings(folder: Path, manifest: Manifest, find: Find) -> None:
    """Replace the backup's settings in *folder* by those of the table itself.

    An option is taken if an installed game accepts it, or if its kit is in the backup.
    """
    kits = {Path(name).stem for name in manifest.files if name.startswith(f"{KITS}/") and name.endswith(".toml")}

    def fits(slug: str, name: str, value: Any) -> bool:
        games = [game for mode in get_args(Mode) if (game := found(find, slug, mode)) is not None]
        options = [game.options[name] for game in games if name in game.options]
        return any(option.accepts(value) for option in options) if games else slug in kits

    text = arriving(folder / SETTINGS, fits)
    (folder / SETTINGS).unlink()
    keep(folder / RESTORED, text)


def _contents(manifest: Manifest, journal: Journal, find: Find) -> Contents:
    unknown: list[int] = []
    broken: list[tuple[int, str]] = []
    count = goes_on = 0
    for row in journal.each_game():  # one after the other: all of them may not have room
        count += 1
        goes_on += row.ended is None
        game = found(find, row.slug, row.mode)
        if game is None:
            unknown.append(row.id)
        elif why := why_broken(game, row, journal):
            log.warning("game %s of a backup: %s", row.id, why)
            broken.append((row.id, why))
    own = [Path(name) for name in manifest.files if "/" in name]
    kits = tuple(each.name for each in own if each.parts[0] == KITS and each.suffix == ".toml")
    boards = tuple(each.name for each in own if each.parts[0] == KITS and each.suffix != ".toml")
    languages = tuple(each.stem for each in own if each.parts[0] == LANGUAGES)
    return Contents(
        manifest,
        count,
        goes_on,
        kits=kits,
        boards=boards,
        languages=languages,
        unknown=tuple(unknown),
        broken=tuple(broken),
    )


def found(find: Find, slug: str, mode: Mode) -> Game | None:
    """Return the game that *find* finds, None if none can be used."""
    try:
        return find(slug, mode)
    except BadGame:
        return None


def why_broken(game: Game, row: GameRow, journal: Journal) -> str:
    """Return the reason why a *game* is broken, "" if it isn't.

    The game is that of *row*. Its facts are folded, its commands are checked by the rules, and every draw is repeated
    from its seeds.
    """
    if not all(len(name) <= LONGEST_NAME and name.isprintable() for name in (*row.seats, *row.called)):
        return "somebody has a name that can't be shown"
    try:
        if journal.last_line(row.id) > MAX_LINES:
            return f"it has more than {MAX_LINES} lines"
        lines = journal.lines(row.id)
        for line in lines:
            msgspec.convert(msgspec.to_builtins(line.entry), type=Entry)
        return _why_not_played(game, row, lines)
    except DOES_NOT_FIT as error:
        return str(error) or type(error).__name__


def _why_not_played(game: Game, row: GameRow, lines: Sequence[LineRow]) -> str:
    seeds = _seeds_of(row, lines)
    if seeds is None:
        return "a seed isn't the one that was promised"
    record = of_journal(msgspec.structs.replace(row, ended=None, called=()), (line.entry for line in lines))
    table = table_of(game, record)
    for draw in draws_of(game, record, taken_through(game, record, table)):
        if draw.number is not None and seeds:
            seed, entropy = seeds[draw.promise], bytes.fromhex(draw.entropy)
            answer = fairness.answer(draw.request, seed, row.slug, draw.number, entropy=entropy)
            if spell(ChanceAnswer(CHANCE, draw.request.verb, answer)) != draw.do:
                return f"line {draw.n} doesn't come from the promised seed"
    if row.ended is None and (table.state.end() is not None or not _leads_to(table.state, game, row, lines)):
        return "its state isn't what its commands led to"
    return ""


def _leads_to(state: State, game: Game, row: GameRow, lines: Sequence[LineRow]) -> bool:
    """Return True if the facts of *lines* lead to *state*.

    Also True if they don't fit: an older program wrote them, and they decide nothing.
    """
    last = lines[-1].version if lines else 0
    try:
        return take_up(game, row, lines, last, shown=last)[0].state == state
    except DOES_NOT_FIT:
        return True


def _seeds_of(row: GameRow, lines: Sequence[LineRow]) -> tuple[bytes, ...] | None:
    """Return the seeds of *row*'s promises that its *lines* have reached.

    None means that a seed doesn't match its promise.
    """
    if row.seed is None:
        return () if not row.promises else None
    made = {line.entry.commitment for line in lines}
    kept = [bytes.fromhex(each.seed) for each in row.promises]
    fit = all(fairness.commitment(seed) == each.commitment for seed, each in zip(kept, row.promises, strict=True))
    seeds = (bytes.fromhex(row.seed), *kept)
    if not fit or any(len(seed) != SEED_BYTES for seed in seeds):
        return None
    return (seeds[0], *(seed for seed, each in zip(kept, row.promises, strict=True) if each.commitment in made))
