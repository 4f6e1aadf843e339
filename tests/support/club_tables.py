"""Twenty tables of a club that tell a broker what tables tell, without a table behind them; some may be killed.

As a program it is those of the numbers that it is given, until it is killed:
``python -m tests.support.club_tables PORT USER PASSWORD 8 11 12``.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.outside.messages import Call, GameNow, Player, ResultMessage, Status, TurnMessage, encode
from companion.outside.mqtt import topics
from companion.outside.mqtt.client.broker import Broker
from companion.outside.mqtt.client.connection import BrokerAddress, BrokerSession
from companion.outside.mqtt.client.letter import Letter
from tests.support.wording import say

SLUGS = ("forbidden-island", "fireship", "fireball-island", "battle-for-the-island")
NAMES = {slug: say(f"kit.{slug}.name") for slug in SLUGS}
LOOKS = ("black", "green", "blue", "red")
OBEYS = ("message", "kit", "record")


class Evening(NamedTuple):
    """What goes on at one table: which game, who plays, for how long, and what it is in need of."""

    slug: str = ""
    people: tuple[str, ...] = ()
    minutes: int = 0
    turn: int = 0
    trouble: tuple[str, ...] = ()
    calls: str = ""
    end: str = ""


EVENINGS = (
    Evening("forbidden-island", ("Ann", "Ben", "Chloé"), 38),
    Evening("fireship", ("Dan", "Eve"), 12, 1),
    Evening("forbidden-island", ("Finn", "Gus", "Hana", "Ida"), 51, 2),
    Evening("fireball-island", ("Jo", "Kai", "Lea"), 7),
    Evening("battle-for-the-island", ("Max", "Nils"), 24, calls="Max"),
    Evening(),
    Evening("fireship", ("Olga", "Pia", "Quin"), 66, 1),
    Evening("forbidden-island", ("Rosa", "Sam"), 19),
    Evening("fireball-island", ("Tom", "Uma", "Vic"), 31, 2),
    Evening("forbidden-island", ("Wim", "Xenia", "Yan"), 44, end="The helicopter has lifted off. You have won."),
    Evening("fireship", ("Zoé", "Abel"), 8, 1),
    Evening("battle-for-the-island", ("Bea", "Carl"), 15),
    Evening("forbidden-island", ("Dora", "Emil", "Fay"), 22, 1),
    Evening("fireball-island", ("Gil", "Hugo"), 40),
    Evening(),
    Evening("fireship", ("Ines", "Jan", "Kim", "Leo"), 73, 2),
    Evening("forbidden-island", ("Mia", "Noé"), 5),
    Evening("battle-for-the-island", ("Otto", "Paul"), 36, trouble=("No screen lights up.",)),
    Evening("fireball-island", ("Rita", "Sven", "Tess"), 28, 2),
    Evening("forbidden-island", ("Ulla", "Vera"), 10),
)


def id_of(number: int) -> str:
    """Return the id of the table called *number*."""
    return f"{number:012x}"


def status_of(number: int, evening: Evening) -> Status:
    """Return how the table *number* is."""
    call = Call("c1", evening.calls, "2026-11-28T20:15:03.120Z") if evening.calls else None
    page = f"http://192.168.7.{number}:8080/"
    return Status(True, f"Table {number}", "en", "0.1.0", page, evening.trouble, True, OBEYS, call)


def game_of(evening: Evening) -> GameNow | None:
    """Return the game of an *evening*, None for none."""
    if not evening.slug:
        return None
    people = tuple(Player(seat, name, LOOKS[seat], "here") for seat, name in enumerate(evening.people))
    game = GameNow(1, evening.slug, "referee", NAMES[evening.slug], people, minutes=evening.minutes)
    return replace(game, end=evening.end, mood="good") if evening.end else game


def letters_of(number: int, evening: Evening) -> list[Letter]:
    """Return all that the table *number* tells at the beginning."""
    table = id_of(number)
    letters = [Letter(topics.told(table, "status"), encode(status_of(number, evening)), retained=True)]
    game = game_of(evening)
    if game is not None:
        letters.append(Letter(topics.told(table, "game"), encode(game), retained=not game.end))
    if game is not None and not game.end:
        turn = TurnMessage(1, evening.turn, evening.people[evening.turn])
        letters.append(Letter(topics.told(table, "turn"), encode(turn), retained=True))
        result = ResultMessage("r1", 1, "rolled", evening.turn, turn.who, (3,), (), f"{turn.who} rolls 3.")
        letters.append(Letter(topics.told(table, "result"), encode(result)))
    return letters


class FakeTable:
    """A table called *number* that tells a broker at *address* of its *evening*, once it has let it in."""

    def __init__(self, address: BrokerAddress, number: int, evening: Evening) -> None:
        self.id = id_of(number)
        will = Letter(topics.told(self.id, "status"), encode(Status(False, f"Table {number}")), retained=True)
        self.broker = Broker(address, BrokerSession(f"tidetable-{self.id}", will))
        self.is_in = threading.Event()
        self._letters = letters_of(number, evening)
        self.broker.on_connected(self._connected)
        self.broker.start()

    def _connected(self) -> None:
        for letter in self._letters:
            self.broker.tell(letter)
        self.is_in.set()

    def tell(self, name: topics.Told, message: object) -> None:
        """Tell *message* at *name*."""
        self.broker.tell(Letter(topics.told(self.id, name), encode(message), name in topics.RETAINED))  # type: ignore[arg-type]


def begin(address: BrokerAddress, numbers: Iterable[int]) -> list[FakeTable]:
    """Return the tables of these *numbers*, each in touch with the broker."""
    tables = [FakeTable(address, number, EVENINGS[number - 1]) for number in numbers]
    for table in tables:
        assert table.is_in.wait(20)
    return tables


def main(arguments: Sequence[str]) -> None:
    """Be some tables until this is killed; one line says that they are in touch."""
    port, user, password, *numbers = arguments
    begin(BrokerAddress("127.0.0.1", int(port), user=user, password=password), map(int, numbers))
    print("READY", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1:])
