"""The book itself: stores messages about finished games once, and returns them.

A result is identified by the number of its table and game; the newest id of its message counts. Its record may arrive
before or after it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256
from secrets import token_hex
from typing import Any, cast

from sqlalchemy import Connection, Row, Select, and_, func, select

from companion.club.book import erasure
from companion.club.book.database import Database
from companion.club.book.names import own_name
from companion.club.book.rows import ClubTable, FinishedGame, JudgedRow, PersonRow, Verdict, WaitingRow, Why
from companion.club.book.schema import PERSON, PLACE, RECORD, RESULT, SETTING
from companion.outside.messages import Finished, RecordMessage
from companion.runtime.clock import Clock, days_before

MAX_TABLES = 10_000
"""Maximum number of tables, so that nobody can fill the disk.

A broker without an access list lets anybody in.
"""
MAX_GAMES = 10_000
"""Maximum number of results, and of records, of one table."""
MAX_TABLE_BYTES = 512 * 2**20
"""Maximum size in bytes of all records of one table."""
_VERSION = re.compile(r"[0-9]{1,15}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
CLIENT = "client"


class BookRefused(ValueError):
    """A refused message; the reason for the log quotes nothing."""


class Book:
    """The evening book in *database*, for any thread.

    Writers wait for the disk.

    All methods raise ``sqlalchemy.exc.SQLAlchemyError`` if the database fails; then nothing has changed.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def client_id(self) -> str:
        """Return the book's MQTT client id, created once.

        By it a broker keeps messages while the book is closed.
        """
        with self._database.writing() as connection:
            kept = connection.scalar(select(SETTING.c.value).where(SETTING.c.name == CLIENT))
            if kept is None:
                kept = f"tidetable-book-{token_hex(6)}"
                connection.execute(SETTING.insert().values(name=CLIENT, value=kept))
            return str(kept)

    def see(self, table_id: str, name: str = "") -> int:
        """Return the number of the table *table_id*, and store its *name*.

        An unknown table gets a new number.

        :raises BookRefused: if there are too many tables, or its name can't be stored.
        """
        _refuse_nul(name)
        with self._database.reading() as connection:
            known = connection.execute(select(PLACE).where(PLACE.c.id == table_id)).first()
        if known is not None and name in ("", known.name):
            return int(known.number)
        with self._database.writing() as connection:
            number = self._place(connection, table_id)
            if name:
                connection.execute(PLACE.update().where(PLACE.c.number == number).values(name=name))
            return number

    def tables(self) -> tuple[ClubTable, ...]:
        """Return the club's tables by number."""
        with self._database.reading() as connection:
            return tuple(ClubTable(*row) for row in connection.execute(select(PLACE).order_by(PLACE.c.number)))

    def finish(self, table_id: str, finished: Finished) -> bool:
        """Store the end of a game of *table_id*.

        Return True if it changed anything.

        :raises BookRefused: if its id is another table's or game's, or the table has too many.
        """
        _refuse_nul(finished.name, finished.result, *finished.people)
        version = _version_of(table_id, finished)
        with self._database.writing() as connection:
            place = self._place(connection, table_id)
            here = _of(RESULT, place, finished.game)
            older = connection.scalar(select(RESULT.c.version).where(here))
            if older is not None and version <= older:
                return False
            if older is None:
                _refuse_more(connection, RESULT, place)
            gone = erasure.forgotten_people(connection, place, finished.game)
            finished = erasure.without(finished, gone)
            connection.execute(PERSON.delete().where(_of(PERSON, place, finished.game)))
            connection.execute(RESULT.delete().where(here))
            connection.execute(RESULT.insert().values(self._row(place, version, finished)))
            people = [_person(place, finished, seat, seat in gone) for seat in range(len(finished.people))]
            if people:
                connection.execute(PERSON.insert(), people)
            stale = and_(_of(RECORD, place, finished.game), RECORD.c.version < version)
            connection.execute(RECORD.delete().where(stale))
            self._pair(connection, place, finished.game)
            return True

    def keep(self, table_id: str, record: RecordMessage) -> bool:
        """Store the *record* of a game of *table_id*.

        Return True if it changed anything. A record that the keeper requested is stored only if it is the missing one
        of a result.

        :raises BookRefused: if its id is another table's or game's, or the table has too many.
        """
        _refuse_nul(record.text)
        content = record.text.encode()
        fingerprint = sha256(content).hexdigest()
        with self._database.writing() as connection:
            place = self._place(connection, table_id)
            result = connection.execute(select(RESULT).where(_of(RESULT, place, record.game))).first()
            if record.asked:
                if result is None or result.fingerprint != fingerprint:
                    return False
                version = int(result.version)
            else:
                version = _version_of(table_id, record)
            here = _of(RECORD, place, record.game)
            kept = connection.scalar(select(RECORD.c.version).where(here))
            if (kept is not None and version <= kept) or (result is not None and version < result.version):
                return False
            if kept is None:
                _refuse_more(connection, RECORD, place)
            held = connection.scalar(select(func.sum(RECORD.c.size)).where(RECORD.c.place == place)) or 0
            if held + len(content) > MAX_TABLE_BYTES:
                raise BookRefused(f"its table's records take {MAX_TABLE_BYTES >> 20} MB already")
            connection.execute(RECORD.delete().where(here))
            row = {"place": place, "game": record.game, "version": version, "fingerprint": fingerprint}
            rest = {"size": len(content), "arrived": self._clock.utc_text(), "altered": "", "text": record.text}
            connection.execute(RECORD.insert().values(row | rest))
            self._pair(connection, place, record.game)
            return True

    def waiting(self, maximum: int) -> tuple[WaitingRow, ...]:
        """Return at most *maximum* records to verify."""
        both = select(
            RESULT.c.place,
            RESULT.c.game,
            RESULT.c.version,
            RESULT.c.slug,
            RESULT.c.mode,
            RESULT.c.commitment,
            RECORD.c.text,
        ).join(RECORD, _same_game(RESULT, RECORD))
        due = both.where(RESULT.c.verdict == "not yet", RESULT.c.why == "waiting").order_by(RESULT.c.arrived)
        with self._database.reading() as connection:
            return tuple(WaitingRow(*row) for row in connection.execute(due.limit(maximum)))

    def judge(self, waiting: WaitingRow, judged: JudgedRow) -> None:
        """Store the judgement of *waiting*, unless its game has a newer result."""
        with self._database.writing() as connection:
            here = and_(_of(RESULT, waiting.table, waiting.game), RESULT.c.version == waiting.version)
            values = {"verdict": judged.verdict, "why": judged.why}
            if connection.execute(RESULT.update().where(here).values(values)).rowcount and judged.winners is not None:
                here = _of(PERSON, waiting.table, waiting.game)
                connection.execute(PERSON.update().where(here).values(has_won=0))
                won = PERSON.update().where(here, PERSON.c.seat.in_(judged.winners))
                connection.execute(won.values(has_won=1))

    def reconsider(self) -> int:
        """Queue records of unknown games for verification again; return their number."""
        with self._database.writing() as connection:
            undecided = RESULT.update().where(RESULT.c.verdict == "can't", RESULT.c.why == "not-here")
            return connection.execute(undecided.values(verdict="not yet", why="waiting")).rowcount

    def count(self) -> int:
        """Return the number of finished games in the book."""
        with self._database.reading() as connection:
            return connection.scalar(select(func.count()).select_from(RESULT)) or 0

    def games(self, maximum: int | None = None) -> tuple[FinishedGame, ...]:
        """Return at most *maximum* finished games, the newest first."""
        newest = _newest_first(select(RESULT.c.place, RESULT.c.game)).limit(maximum).subquery()
        columns = [*RESULT.c, PLACE.c.id.label("table_id"), PLACE.c.name.label("table_name"), RECORD.c.altered]
        results = _newest_first(
            select(*columns)
            .join(newest, _same_game(RESULT, newest))
            .join(PLACE, PLACE.c.number == RESULT.c.place)
            .outerjoin(RECORD, and_(_same_game(RESULT, RECORD), RECORD.c.version == RESULT.c.version))
        )
        everybody = select(PERSON).join(newest, _same_game(PERSON, newest)).order_by(PERSON.c.seat)
        people: dict[tuple[int, int], list[PersonRow]] = defaultdict(list)
        with self._database.reading() as connection:
            rows = connection.execute(results).all()
            for row in connection.execute(everybody):
                person = PersonRow(row.seat, row.name, bool(row.has_won), bool(row.is_forgotten))
                people[row.place, row.game].append(person)
        return tuple(_game(row, people[row.place, row.game]) for row in rows)

    def record(self, table: int, game: int) -> str | None:
        """Return the kept record of *game* at *table*, else None.

        *table* is the club's number of the table.
        """
        with self._database.reading() as connection:
            return connection.scalar(select(RECORD.c.text).where(_of(RECORD, table, game)))

    def forget(self, name: str) -> int:
        """Delete *name* everywhere; return the number of games.

        It is deleted from results and kept records. Fingerprints stay, and the records are marked.
        """
        return self._forgotten(erasure.games_with(name), name)

    def forget_after(self, days: int) -> int:
        """Delete all names older than *days*; return the number of games.

        Records without a finished game are deleted as a whole.
        """
        now = self._clock.utc_text()
        if not now:  # nobody knows the date
            return 0
        before = days_before(now, days)
        with self._database.writing() as connection:
            erasure.drop_lone_records(connection, before)
        return self._forgotten(erasure.games_before(before), None)

    def _forgotten(self, found: Any, name: str | None) -> int:
        with self._database.writing() as connection:
            games = [(place, game) for place, game in connection.execute(found)]
            count = sum(erasure.forget(connection, game, name, self._clock.utc_text()) for game in games)
        self._database.empty_log()
        return count

    def _place(self, connection: Connection, table_id: str) -> int:
        known = connection.scalar(select(PLACE.c.number).where(PLACE.c.id == table_id))
        if known is not None:
            return int(known)
        number = int(connection.scalar(select(func.max(PLACE.c.number))) or 0) + 1
        if number > MAX_TABLES:
            raise BookRefused(f"the club has {MAX_TABLES:,} tables already")
        row = {"number": number, "id": table_id, "name": "", "first_seen": self._clock.utc_text()}
        connection.execute(PLACE.insert().values(row))
        return number

    def _row(self, place: int, version: int, finished: Finished) -> dict[str, Any]:
        now = self._clock.utc_text()
        kept = ("game", "slug", "mode", "name", "result", "mood", "minutes", "fingerprint", "commitment")
        is_moment = _MOMENT.fullmatch(finished.ended) is not None and (not now or finished.ended <= now)
        own = {"place": place, "version": version, "ended": finished.ended if is_moment else now, "arrived": now}
        return {**own, **{name: getattr(finished, name) for name in kept}, "verdict": "not yet", "why": "no-record"}

    def _pair(self, connection: Connection, place: int, game: int) -> None:
        """Compare the fingerprints of record and result of one version."""
        result = connection.execute(select(RESULT).where(_of(RESULT, place, game))).first()
        record = connection.execute(
            select(RECORD.c.version, RECORD.c.fingerprint).where(_of(RECORD, place, game))
        ).first()
        if result is None or record is None or result.version != record.version:
            return
        is_same = result.fingerprint == record.fingerprint
        found = {"verdict": "not yet", "why": "waiting"} if is_same else {"verdict": "no", "why": "fingerprint"}
        connection.execute(RESULT.update().where(_of(RESULT, place, game)).values(found))
        gone = erasure.forgotten_people(connection, place, game)
        if gone:
            erasure.alter_record(connection, (place, game), set(gone), self._clock.utc_text())


def _version_of(table_id: str, message: Finished | RecordMessage) -> int:
    version = message.id.removeprefix(f"{table_id}-{message.game}-")
    if not _VERSION.fullmatch(version):
        raise BookRefused("its id isn't made of its table, its game and a version")
    return int(version)


def _refuse_nul(*texts: str) -> None:
    if any("\0" in text for text in texts):
        raise BookRefused("it holds a character that no text has")


def _refuse_more(connection: Connection, kind: Any, place: int) -> None:
    if (connection.scalar(select(func.count()).where(kind.c.place == place)) or 0) >= MAX_GAMES:
        raise BookRefused(f"its table has {MAX_GAMES:,} games in the book already")


def _person(place: int, finished: Finished, seat: int, is_forgotten: bool) -> dict[str, Any]:
    name = "" if is_forgotten else own_name(finished.people[seat], seat)
    own = {"place": place, "game": finished.game, "seat": seat, "name": name}
    return {**own, "has_won": int(seat in finished.winners), "is_forgotten": int(is_forgotten)}


def _of(kind: Any, place: int, game: int) -> Any:
    return and_(kind.c.place == place, kind.c.game == game)


def _newest_first(games: Select[Any]) -> Select[Any]:
    return games.order_by(RESULT.c.ended.desc(), RESULT.c.place, RESULT.c.game)


def _same_game(one: Any, other: Any) -> Any:
    return and_(one.c.place == other.c.place, one.c.game == other.c.game)


def _game(row: Row[Any], people: Iterable[PersonRow]) -> FinishedGame:
    return FinishedGame(
        table=row.place,
        table_name=row.table_name,
        game=row.game,
        id=f"{row.table_id}-{row.game}-{row.version}",
        slug=row.slug,
        mode=row.mode,
        name=row.name,
        people=tuple(people),
        result=row.result,
        mood=row.mood,
        minutes=row.minutes,
        ended=row.ended,
        arrived=row.arrived,
        fingerprint=row.fingerprint,
        commitment=row.commitment,
        verdict=cast(Verdict, row.verdict),
        why=cast(Why, row.why),
        has_record=row.altered is not None,
        altered=row.altered or "",
    )
