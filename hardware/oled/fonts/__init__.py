"""Terminus in its native sizes, and how words are made to fit.

Law: the two .otb files are exactly those of Debian's fonts-terminus-otb 4.48, with their licence beside them (OFL.txt).
The name is reserved, so they may not be changed. Only `SIZES` are used: at 14 and 18 Pillow's advance is a pixel too
small.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from unicodedata import bidirectional, combining

from PIL import Image, ImageDraw, ImageFont

SIZES = (12, 16, 20, 22, 24, 28, 32)
FACES = 4
"""Number of font files that are open at a time.

Each holds a quarter of a megabyte of its file again, and is opened in 40 µs.
"""
ELLIPSIS = "…"
LINE_ENDERS = "./:,-"
PIECES = re.compile(rf"[^ {LINE_ENDERS}]*[{LINE_ENDERS}]*")
ADDRESS_PIECES = re.compile(r":?[^.:]+\.?|[.:]")
DRAWN_AS = str.maketrans({"\u2009": "\u00a0", "\u202f": "\u00a0"})
"""Replacements for narrow spaces, which Terminus doesn't have.

They keep words together as the plain one does.
"""
_NO_GLYPH = "\uffff"
_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})


@lru_cache(maxsize=FACES)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return Terminus at one of `SIZES` (pixels).

    :raises ValueError: another size.
    """
    if size not in SIZES:
        raise ValueError(f"font size {size}: expected one of {', '.join(map(str, SIZES))}")
    path = Path(__file__).with_name("terminus-bold.otb" if bold else "terminus-normal.otb")
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def undrawable(words: str) -> str:
    """Return the letters of *words* that can't be drawn, each once.

    They have no glyph, combine with another, or are written from the right.
    """
    return "".join(letter for letter in sorted(set(words)) if not _is_drawable(letter))


@cache
def _is_drawable(letter: str) -> bool:
    if combining(letter) or bidirectional(letter) in _FROM_THE_RIGHT:
        return False
    glyph, no_glyph = (
        bytes(font(SIZES[0]).getmask(each, mode="1")) for each in (letter.translate(DRAWN_AS), _NO_GLYPH)
    )
    return glyph != no_glyph


@cache
def capital(size: int) -> tuple[int, int]:
    """Return a capital's top below the drawing position, and its height.

    Both are in pixels. A bitmap font's own box says nothing about it.
    """
    probe = Image.new("1", (2 * size, 2 * size))
    draw = ImageDraw.Draw(probe)
    draw.fontmode = "1"
    draw.text((0, 0), "H", font=font(size), fill=1)
    _, top, _, bottom = probe.getbbox() or (0, 0, 0, 0)
    return top, bottom - top


def width(words: str, size: int) -> int:
    """Return the width of *words* at *size* in pixels.

    Terminus advances half its size for each character.
    """
    return len(words) * size // 2


def fit(words: str, room: int, sizes: tuple[int, ...]) -> tuple[str, int]:
    """Return *words* and the first of *sizes* that fits *room* pixels.

    Else they are cut, at the last size.
    """
    for size in sizes:
        if width(words, size) <= room:
            return words, size
    return cut(words, room, sizes[-1]), sizes[-1]


def cut(words: str, room: int, size: int) -> str:
    """Return *words*, cut with an ellipsis to fit *room* pixels at *size*."""
    letters = room // (size // 2)
    return words if len(words) <= letters else words[: max(letters - 1, 0)].rstrip() + ELLIPSIS


def wrap(words: str, room: int, size: int) -> list[str]:
    """Break *words* into lines of at most *room* pixels at *size*.

    Lines end at spaces; a word that is wider than a line ends after a sign that may end one (addresses have many), or
    wherever the line is full.
    """
    letters = room // (size // 2)
    lines: list[str] = []
    for word in filter(None, words.split(" ")):
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines += _broken(word, letters)
    return lines


def wrap_address(address: str, room: int, size: int) -> list[str]:
    """Break *address* into few lines of at most *room* pixels.

    They are about the same length at *size*. A line ends after a dot or before a colon; a host that fits is kept whole.
    A part without such breaks is wrapped.
    """
    letters = room // (size // 2)
    host, colon, port = address.rpartition(":")
    if len(address) <= letters:
        return [address]
    if host and max(len(host), len(colon + port)) <= letters:
        return [host, colon + port]
    pieces = ADDRESS_PIECES.findall(address)
    longest = max(map(len, pieces))
    if longest > letters:
        return wrap(address, room, size)
    fewest = len(_filled(pieces, letters))
    return next(lines for maximum in range(longest, letters + 1) if len(lines := _filled(pieces, maximum)) == fewest)


def _filled(pieces: Iterable[str], letters: int) -> list[str]:
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + len(piece) > letters:
            lines.append("")
        lines[-1] += piece
    return lines


def breaks_well(words: str, room: int, size: int) -> bool:
    """Whether `wrap` can break *words* without tearing any of them."""
    return all(width(piece, size) <= room for piece in PIECES.findall(words))


def _broken(word: str, letters: int) -> list[str]:
    lines = []
    while len(word) > letters:
        after_sign = max(word.rfind(sign, 0, letters) for sign in LINE_ENDERS) + 1
        end = after_sign or letters
        lines.append(word[:end])
        word = word[end:]
    return [*lines, word]
