"""boardgame.io as a server in a process of its own, and clients that speak socket.io to it on plain sockets.

Messages are WebSocket frames of text: ``0`` and ``40`` open, ``42/NAMESPACE,[name, ...]`` is an event, ``2`` asks
whether we are there and ``3`` says so (socket.io protocol 5 on engine.io protocol 4).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.support.paths import NODE_MODULES
from tests.support.running import PATIENCE_S, Running
from tests.support.watchers import Watcher, Watchers

HERE = Path(__file__).parent
PLAYERS = 10
GAME, MATCH = "/tide", "bench"
KEY = "dGlkZXRhYmxlIG1lYXN1cg=="
_PATCH = b'42/tide,["patch"'
_VERSION = re.compile(rb'"_stateID":(\d+)|\["patch","bench",\d+,(\d+)')


def installed() -> str:
    """Return which boardgame.io is installed for the bench; "" if none is, or no Node to run it."""
    package = NODE_MODULES / "boardgame.io" / "package.json"
    if shutil.which("node") is None or not package.exists():
        return ""
    return str(json.loads(package.read_text("utf-8"))["version"])


class Peer(Running):
    """boardgame.io serving one match whose state goes through *states*, each a JSON object, again and again.

    With *delta* it sends what has changed, as a JSON patch (RFC 6902), else the whole state, as it usually does.
    """

    def __init__(self, states: Sequence[Any], delta: bool = False) -> None:
        # Without "production" it would check each state and write a line about it.
        environment = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str(NODE_MODULES)}
        told = json.dumps({"states": states, "players": PLAYERS, "delta": delta}).encode()
        super().__init__(["node", str(HERE / "peer.cjs")], told, environment)
        self.version = 0

    def phones(self, count: int) -> Watchers:
        """Return *count* spectators of the match."""
        return PeerWatchers(self.port, count)

    def sender(self, number: int) -> PeerSender:
        """Return player *number*, who can move."""
        return PeerSender(self.port, number)


class PeerWatchers(Watchers):
    """Spectators of the match: each state is called ``table``, as the table's own, and so is each patch."""

    def _open(self, watcher: Watcher, host: str) -> None:
        _join(watcher, host, None)

    def _events(self, watcher: Watcher) -> Iterator[tuple[str, int]]:
        for message in _messages(watcher):
            found = _VERSION.search(message)
            if found:
                yield "table", int(found[1] or found[2])


class PeerSender:
    """A player of the match, who hears of everything too; a move is answered by the state that it made."""

    def __init__(self, port: int, number: int) -> None:
        self.number = number
        self._player = Watcher(socket.create_connection(("127.0.0.1", port), PATIENCE_S))
        _join(self._player, f"127.0.0.1:{port}", str(number))
        while not any(message.startswith(b'42/tide,["sync"') for message in self._read()):
            pass

    def fileno(self) -> int:
        return self._player.connection.fileno()

    def send(self, version: int) -> None:
        """Move, having seen *version*."""
        payload = {"type": "change", "args": [self.number], "playerID": str(self.number), "credentials": None}
        event = ["update", {"type": "MAKE_MOVE", "payload": payload}, version, MATCH, str(self.number)]
        _send(self._player.connection, f"42{GAME},{json.dumps(event)}")

    def answers(self) -> int:
        """Read once; return how many moves of this player have been answered by that.

        A patch doesn't say whose move it was: it is this player's where nobody else moves.
        """
        own = b'"by":%d,' % self.number
        return sum(own in message or message.startswith(_PATCH) for message in self._read())

    def close(self) -> None:
        """Leave the match."""
        self._player.connection.close()

    def _read(self) -> list[bytes]:
        _receive(self._player)
        return list(_messages(self._player))


def _join(watcher: Watcher, host: str, player: str | None) -> None:
    """Open a WebSocket, the game's namespace on it, and ask for the match."""
    upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {KEY}"]
    head = ["GET /socket.io/?EIO=4&transport=websocket HTTP/1.1", f"Host: {host}", *upgrade]
    watcher.connection.sendall("\r\n".join([*head, "", ""]).encode())
    while b"\r\n\r\n" not in watcher.unread:
        _receive(watcher)
    _, _, watcher.unread = watcher.unread.partition(b"\r\n\r\n")
    _send(watcher.connection, f"40{GAME},")
    while not any(message.startswith(b"40") for message in _messages(watcher)):
        _receive(watcher)
    _send(watcher.connection, f"42{GAME},{json.dumps(['sync', MATCH, player, None, PLAYERS])}")


def _receive(watcher: Watcher) -> None:
    received = watcher.connection.recv(1 << 18)
    if not received:
        raise EOFError("boardgame.io ended a connection")
    watcher.unread += received


def _messages(watcher: Watcher) -> Iterator[bytes]:
    """Take whole messages off what *watcher* has unread, and answer those that ask whether it is there."""
    while (frame := _frame(watcher.unread)) is not None:
        message, used = frame
        watcher.unread = watcher.unread[used:]
        if message == b"2":
            _send(watcher.connection, "3")
        yield message


def _frame(received: bytes) -> tuple[bytes, int] | None:
    """Return the first frame's content and its whole length, if all of it is there."""
    if len(received) < 2:
        return None
    length, start = received[1] & 127, 2
    if length > 125:
        start = 4 if length == 126 else 10
        length = int.from_bytes(received[2:start], "big")
    if len(received) < max(start, start + length):
        return None
    return received[start : start + length], start + length


def _send(connection: socket.socket, text: str) -> None:
    """Send a message as one frame; a client has to mask its frames, and a mask of zeros does."""
    content = text.encode()
    size = bytes([128 | len(content)]) if len(content) < 126 else bytes([254]) + len(content).to_bytes(2, "big")
    connection.sendall(b"\x81" + size + bytes(4) + content)
