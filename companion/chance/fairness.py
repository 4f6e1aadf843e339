"""Fairness: a game's secret seed, its commitment, and its draws.

The seed is 32 bytes. Before the first draw everybody is shown its SHA-256, the commitment; once the game is over, the
seed itself. Draw *i* of a game, counted from 0 and never backwards, not even by an undo, reads its bytes from blocks

    HMAC-SHA256(seed, "tidetable/1" 00 GAME 00 KIND 00 i:8 00 block:4 00 entropy)

one after the other, numbers big-endian. GAME is the game's slug, KIND the first word of chance's line (``roll spin draw
deal take``). *entropy* comes from the command behind the request: the bytes of the sender's device, else the moment of
the press as the table measured it. In a record it is on that command's line, or on chance's own if no line came before.
Nothing is drawn ahead, so nobody without the seed knows an answer, and its holder can't choose the entropy.

Worked by hand: the seed is the bytes 00 to 1f, the game ``duel``, draw 0 a ``roll`` of three dice with ten sides, the
entropy 00ff10.

>>> from companion.engine.chance import Dice
>>> seed = bytes(range(32))
>>> commitment(seed)
'630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
>>> stream(seed, "duel", "roll", 0, entropy=bytes.fromhex("00ff10"))(8).hex()
'403b42d296110b5d'
>>> answer(Dice("dice", dice=(tuple(range(1, 11)),) * 3), seed, "duel", 0, entropy=bytes.fromhex("00ff10"))
(1, 3, 3)
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from companion.engine.chance import Answer, ChanceRequest

SEED_BYTES = 32
_SCHEME = b"tidetable/1"
_MAX_MOMENT = 2**64 - 1

TakeBytes = Callable[[int], bytes]
"""``take(n)`` gives the next *n* bytes of a source."""


def commitment(seed: bytes) -> str:
    """Return the commitment to *seed*: its SHA-256 in hex.

    It is shown before the first draw.
    """
    return hashlib.sha256(seed).hexdigest()


def moment(monotonic_s: float) -> bytes:
    """Return a moment in monotonic seconds as entropy.

    Whole nanoseconds in 8 bytes, big-endian.
    """
    return min(max(0, int(monotonic_s * 1e9)), _MAX_MOMENT).to_bytes(8, "big")


def stream(seed: bytes, game: str, kind: str, draw: int, *, entropy: bytes) -> TakeBytes:
    """Return the source of bytes for one *draw* of *game*.

    *kind* is the first word of chance's line.
    """
    head = b"\0".join((_SCHEME, game.encode(), kind.encode(), draw.to_bytes(8, "big"), b""))
    left, block = bytearray(), 0

    def take(count: int) -> bytes:
        nonlocal block
        while len(left) < count:
            left.extend(hmac.digest(seed, head + block.to_bytes(4, "big") + b"\0" + entropy, "sha256"))
            block += 1
        taken = bytes(left[:count])
        del left[:count]
        return taken

    return take


def below(n: int, take: TakeBytes) -> int:
    """Return a uniform whole number from 0 to *n* - 1.

    As many bytes as hold ``n - 1`` are taken at a time, masked to its bits, and rejected while not below *n*; so every
    number comes from equally many byte strings, and the numbers are uniform if the bytes of *take* are.

    :raises ValueError: *n* is below 1.
    """
    if n < 1:
        raise ValueError(f"no number lies below {n}")
    bits = (n - 1).bit_length()
    count = (bits + 7) // 8
    while True:
        number = int.from_bytes(take(count), "big") & ((1 << bits) - 1)
        if number < n:
            return number


def answer(request: ChanceRequest, seed: bytes, game: str, draw: int, *, entropy: bytes) -> Answer:
    """Return draw number *draw* of *game* as the answer to *request*."""
    take = stream(seed, game, request.verb, draw, entropy=entropy)
    return request.sample(lambda n: below(n, take))
