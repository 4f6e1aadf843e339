"""A reader of QR codes of 25 modules that trusts every module: what a phone reads in one without a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

SIDE, ALIGNMENT = 25, range(16, 21)
LEVELS, FORMAT_MASK = {1: "L", 0: "M", 3: "Q", 2: "H"}, 0b101010000010010
DATA_CODEWORDS = {"L": 34, "M": 28, "Q": 22, "H": 16}
MASKS: Sequence[Callable[[int, int], bool]] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
MODE_ALPHANUMERIC, MODE_BYTE = 2, 4


def read_code(modules: Sequence[Sequence[int]]) -> str:
    """Return the text of *modules*, 1 for dark (ISO/IEC 18004, version 2, one block of data)."""
    places = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)] + [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    written = int("".join(str(modules[row][column]) for row, column in places), 2) ^ FORMAT_MASK
    level, mask = LEVELS[written >> 13], MASKS[written >> 10 & 7]
    bits = [modules[row][column] ^ mask(row, column) for row, column in _data_places()][: DATA_CODEWORDS[level] * 8]
    return "".join(_segments(iter(bits)))


def _data_places() -> Iterator[tuple[int, int]]:
    upwards = True
    for right in (24, 22, 20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        for row in reversed(range(SIDE)) if upwards else range(SIDE):
            yield from ((row, column) for column in (right, right - 1) if not _is_fixed(row, column))
        upwards = not upwards


def _is_fixed(row: int, column: int) -> bool:
    in_corner = (row <= 8 and (column <= 8 or column >= 17)) or (row >= 17 and column <= 8)
    return in_corner or 6 in (row, column) or (row in ALIGNMENT and column in ALIGNMENT)


def _segments(bits: Iterator[int]) -> Iterator[str]:
    def number(length: int) -> int:
        return int("".join(str(int(next(bits, 0))) for _ in range(length)), 2)

    while mode := number(4):
        if mode == MODE_BYTE:
            yield bytes(number(8) for _ in range(number(8))).decode("ascii")
        elif mode == MODE_ALPHANUMERIC:
            length = number(9)
            for _ in range(length // 2):
                pair = number(11)
                yield ALPHANUMERIC[pair // 45] + ALPHANUMERIC[pair % 45]
            if length % 2:
                yield ALPHANUMERIC[number(6)]
        else:
            raise ValueError(f"a segment of mode {mode}")
