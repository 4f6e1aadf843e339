"""Checks that a foreign SVG is shapes alone.

It may run nothing and fetch nothing.
"""

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
"""Declarations that may expand a small file, or refer to another."""
_ELSEWHERE = re.compile(r"url\((?!\s*['\"]?#)|javascript:|data:|@import|expression\(|\\", re.IGNORECASE)
_FORBIDDEN = frozenset({"style", "base"})
"""Attributes that style a shape by CSS, or move references elsewhere."""
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]*)")
_NUMBER = re.compile(r"\d+")
MOST_DRAWN = 50_000
"""Maximum work to draw a cover, in shapes and corners.

They count as often as they are drawn.
"""
_DEEPEST = 60
_SIZE = re.compile(r"[\s,]+")
_RATIO = 3 / 4
_TOLERANCE = 0.01


def fault_of(text: str) -> Message | None:
    """Return the fault of *text* as an SVG cover, else None."""
    if _DECLARED.search(text):
        return _holds("<!DOCTYPE>")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, RecursionError, ValueError):
        return Message("kit-fault.svg-unread")
    if root.tag != f"{_NAMESPACE}svg" or not _is_upright(root.get("viewBox", "")):
        return Message("kit-fault.svg-shape", {"example": 'viewBox="0 0 180 240"'})
    if (foreign := next(_foreign(root), None)) is not None:
        return _holds(foreign)
    return None if _Drawing(root).is_bounded else Message("kit-fault.svg-many")


def _holds(what: str) -> Message:
    return Message("kit-fault.svg-holds", {"what": what})


def _is_upright(box: str) -> bool:
    try:
        _, _, wide, high = map(float, _SIZE.split(box.strip()))
    except ValueError:
        return False
    return wide > 0 and high > 0 and abs(wide / high - _RATIO) < _TOLERANCE


def _foreign(root: ElementTree.Element) -> Iterator[str]:
    """Yield the names of foreign elements and of outward references."""
    for element in root.iter():
        if element.tag not in _SHAPES:
            yield f"<{str(element.tag).rpartition('}')[2]}>"
        for key, value in element.attrib.items():
            name = key.rpartition("}")[2]
            is_link = name == "href" and not value.strip().startswith("#")
            is_rule = name.lower().startswith("on") or name in _FORBIDDEN
            if is_rule or is_link or _ELSEWHERE.search(value):
                yield name


class _Drawing:
    """A lower bound of the work to draw *root*.

    A shape counts each time another one uses it.
    """

    def __init__(self, root: ElementTree.Element) -> None:
        self._by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
        self._known: dict[ElementTree.Element, int] = {}
        self.is_bounded = self._work(root, 0) <= MOST_DRAWN

    def _work(self, element: ElementTree.Element, depth: int) -> int:
        """Return the shapes and corners drawn by *element*.

        More than ``MOST_DRAWN`` for circular uses.
        """
        if depth > _DEEPEST:
            return MOST_DRAWN + 1
        if element not in self._known:
            self._known[element] = MOST_DRAWN + 1  # as long as it isn't known: it may use itself
            corners = sum(len(_NUMBER.findall(element.get(name, ""))) for name in ("d", "points"))
            inner = [*element, *(used for name in _links(element) for used in self._used(name))]
            drawn = 1 + corners + sum(self._work(each, depth + 1) for each in inner)
            # Children inherit a fill or a marker: each of them draws it again.
            for reference in _REFERENCE.findall(" ".join(element.attrib.values())):
                drawn += drawn * sum(self._work(each, depth + 1) for each in self._used(reference))
            self._known[element] = min(drawn, MOST_DRAWN + 1)
        return self._known[element]

    def _used(self, name: str) -> list[ElementTree.Element]:
        return [self._by_id[name]] if name in self._by_id else []


def _links(element: ElementTree.Element) -> list[str]:
    """Return the names of the elements linked by *element*."""
    found = (value for key, value in element.attrib.items() if key.rpartition("}")[2] == "href")
    return [value.strip().removeprefix("#") for value in found]
