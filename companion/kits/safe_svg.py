"""Checks that a picture of somebody else's is shapes alone: it runs nothing, and fetches nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from companion.engine.values.message import Message

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_SHAPES = frozenset(
    f"{_NAMESPACE}{name}"
    for name in (
        *("svg", "g", "defs", "symbol", "use", "title", "desc", "path", "rect", "circle", "ellipse", "line"),
        *("polyline", "polygon", "text", "tspan", "clipPath", "mask", "pattern", "marker"),
        *("linearGradient", "radialGradient", "stop"),
    )
)
_DECLARED = re.compile(r"<!(?:DOCTYPE|ENTITY)|<\?(?!xml )", re.IGNORECASE)
"""What may make a small file large, or lead to another."""
_ELSEWHERE = re.compile(r"url\((?!\s*['\"]?#)|javascript:|data:|@import|expression\(|\\", re.IGNORECASE)
_SIZE = re.compile(r"[\s,]+")
_RATIO = 3 / 4
_TOLERANCE = 0.01


def fault_of(text: str) -> Message | None:
    """Return what is wrong with the SVG *text* as a cover, None if nothing is."""
    if _DECLARED.search(text):
        return _holds("<!DOCTYPE>")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, RecursionError, ValueError):
        return Message("kit-fault.svg-unread")
    if root.tag != f"{_NAMESPACE}svg" or not _is_upright(root.get("viewBox", "")):
        return Message("kit-fault.svg-shape", {"example": 'viewBox="0 0 180 240"'})
    return next((_holds(what) for what in _foreign(root)), None)


def _holds(what: str) -> Message:
    return Message("kit-fault.svg-holds", {"what": what})


def _is_upright(box: str) -> bool:
    try:
        _, _, wide, high = map(float, _SIZE.split(box.strip()))
    except ValueError:
        return False
    return wide > 0 and high > 0 and abs(wide / high - _RATIO) < _TOLERANCE


def _foreign(root: ElementTree.Element) -> Iterator[str]:
    """Give what is no shape, or leads out of the file, by its name."""
    for element in root.iter():
        if element.tag not in _SHAPES:
            yield f"<{str(element.tag).rpartition('}')[2]}>"
        for key, value in element.attrib.items():
            name = key.rpartition("}")[2]
            is_link = name == "href" and not value.strip().startswith("#")
            if name.lower().startswith("on") or is_link or _ELSEWHERE.search(value):
                yield name
