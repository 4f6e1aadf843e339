"""Two ways through a page by the names that it gives to things: a finger's taps, and a keyboard with a screen reader.

Of several things with the same name the last one is meant: what this device can do stands at the end of its page.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import ElementHandle, Locator, Page

from tests.support.browsing import DESK, PHONE
from tests.support.waiting import eventually

MIN_PX = 44
"""So large is what a finger is to meet, each way."""
MAX_TABS = 60
MAX_ARROWS = 40
MAX_LOOKS = 20
NEXT_FRAME = "() => new Promise((drawn) => requestAnimationFrame(() => drawn()))"
# Before the page's own script: notes the version of what came by the stream, and says when it is drawn; and whether the
# page itself clicked on what a finger meant.
HEARD = """window.heard = 0;
window.isMeant = false;
addEventListener('click', ({ isTrusted }) => { window.isMeant ||= !isTrusted; }, true);
addEventListener('click', () => { window.isMeant = true; }); // no drawing has kept it for itself
window.waiting = [];
window.hears = (version) => new Promise((said) => {
    waiting.push(() => heard >= version && requestAnimationFrame(() => said(true)));
    waiting.at(-1)();
});
window.EventSource = class extends EventSource {
    constructor(...all) {
        super(...all);
        const hear = (event) => {
            window.heard = Number(event.lastEventId);
            window.waiting = waiting.filter((each) => !each());
        };
        for (const name of ['table', 'change']) this.addEventListener(name, hear);
    }
};"""
# Whether the focus is on a thing, on a drawing that the arrow keys lead through to it, or elsewhere; or that is gone.
FOCUS = """(wanted) => {
    const now = document.activeElement;
    if (now === wanted) return 'there';
    if (!wanted.isConnected) return 'gone';
    const drawing = wanted.closest('svg, [data-stop]');
    return drawing && drawing.contains(now) ? 'near' : 'away';
}"""
# The arrow keys, best first, that lead from the focus towards a thing.
ARROWS = """(wanted) => {
    const middle = (each) => {
        const box = each.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [from, to] = [middle(document.activeElement), middle(wanted)];
    const [right, down] = [to[0] - from[0], to[1] - from[1]];
    const across = right > 0 ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    const along = down > 0 ? ['ArrowDown', 'ArrowUp'] : ['ArrowUp', 'ArrowDown'];
    const [first, then] = Math.abs(right) > Math.abs(down) ? [across, along] : [along, across];
    return [first[0], then[0], then[1], first[1]];
}"""
# A device for several people is covered until whoever is next has it.
HANDED_ON = ".moment.scene-hand button"
TAKE_UP = f"() => document.querySelector('{HANDED_ON}')?.click()"
PLACE = "document.activeElement.dataset.token ?? document.activeElement.dataset.key"
# Nowhere, only where nothing is left to be done.
HAS_FOCUS = "() => document.activeElement !== document.body || !document.querySelector('#dock button')"
HEARS = "(version) => hears(version)"
# On a drawing whose cells are smaller than a finger a tap brings them nearer, if there are several below it.
MAY_COME_NEARER = """(wanted) => {
    window.isMeant = false;
    return Boolean(wanted.closest(':is(.waters, .island-map):not(.near)'));
}"""
IS_TAKEN = "() => isMeant || document.querySelector(':is(.waters, .island-map).near') !== null"
IS_MEANT = "() => isMeant"


@dataclass(frozen=True)
class Field:
    """One field of a form by its label, and the label of what is chosen there or what is typed."""

    label: str
    word: str


Step = str | Field
"""The name of what is pressed, or a field to fill."""


class Walker(ABC):
    """Goes through *page* step by step."""

    road: str
    looks: dict[str, Any]

    def __init__(self, page: Page) -> None:
        self.page = page
        covered = page.locator(HANDED_ON)
        page.add_locator_handler(covered, lambda: covered.first.click())

    def walk(self, steps: tuple[Step, ...], version: int) -> None:
        """Do *steps* once the page shows *version* of the table."""
        self.page.wait_for_function(HEARS, arg=version)
        self.page.evaluate(TAKE_UP)
        for step in steps:
            self.fill(step) if isinstance(step, Field) else self.press(step)

    def arrive(self, version: int) -> None:
        """See that the page is fit to go on from, once it shows *version*."""
        self.page.wait_for_function(HEARS, arg=version)

    @abstractmethod
    def press(self, name: str) -> None:
        """Press what is called *name*."""

    @abstractmethod
    def fill(self, field: Field) -> None:
        """Choose or type what *field* says."""

    def named(self, name: str) -> Locator:
        """Return what can be pressed under *name*, wherever it is."""
        # Others' cards, which are looked at, aren't one's own, which are played.
        found = self.page.get_by_role("button", name=name, exact=True).and_(self.page.locator(":not(.chit)"))
        return found.or_(self.page.locator("dialog[open] summary").get_by_text(name, exact=True)).last

    def find(self, name: str) -> ElementHandle:
        """Return what is drawn under *name* now; fail where it can't be pressed.

        Each look for a name goes through all of a page, which on a sea takes longer than the press.
        """
        found = self.named(name).element_handle()
        assert found.get_attribute("aria-disabled") is None, f"{name!r} can't be pressed"
        return found

    def field(self, field: Field) -> Locator:
        """Return the control that has the label of *field*; it is empty or has what it had."""
        found = self.page.get_by_label(field.label, exact=True)
        found.wait_for()
        return found


class Finger(Walker):
    """Taps, on a telephone."""

    road = "touch"
    looks = {"size": PHONE, "has_touch": True}

    def press(self, name: str) -> None:
        found = self.find(name)
        if found.evaluate(MAY_COME_NEARER):
            self.named(name).tap()
            self.page.wait_for_function(IS_TAKEN)  # what brings the cells nearer comes when it is first needed
            if self.page.evaluate(IS_MEANT):
                return
            found = self.find(name)
        self._tap(found, self.named(name), name)

    def fill(self, field: Field) -> None:
        control = self.field(field)
        self._tap(control.element_handle(), control, field.label)
        if control.evaluate("(each) => each.matches('select')"):
            control.select_option(label=field.word)  # the list itself is the telephone's own
        else:
            control.fill(field.word)

    def _tap(self, drawn: ElementHandle, target: Locator, name: str) -> None:
        boxes = [drawn.bounding_box()]

        def is_drawn() -> bool:
            boxes.append(boxes[-1] or target.bounding_box())  # what is drawn anew just now has none
            return boxes[-1] is not None

        eventually(is_drawn)
        box = boxes[-1]
        assert box is not None
        assert min(box["width"], box["height"]) >= MIN_PX - 0.5, f"{name!r} is too small for a finger: {box}"
        target.tap()


class Keys(Walker):
    """Presses keys alone, on a desk; each thing has to be told to a screen reader, with the focus on it."""

    road = "keyboard"
    looks = {"size": DESK}

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._reader = page.context.new_cdp_session(page)

    def press(self, name: str) -> None:
        self._go(lambda: self.find(name), name)
        self._hear(name)
        self.page.keyboard.press("Enter")

    def fill(self, field: Field) -> None:
        self._go(lambda: self.field(field).element_handle(), field.label)
        self._hear(field.label)
        self.page.keyboard.type(field.word)

    def arrive(self, version: int) -> None:
        """See that the focus isn't lost, and that all it can come to has a name."""
        super().arrive(version)
        self.page.wait_for_function(HAS_FOCUS)
        nodes = [each for each in self._reader.send("Accessibility.getFullAXTree")["nodes"] if not each["ignored"]]
        focusable = [each for each in nodes if any(has["name"] == "focusable" for has in each.get("properties", ()))]
        assert [each["role"] for each in focusable if not each.get("name", {}).get("value")] == []

    def _hear(self, name: str) -> None:
        """Check that a screen reader says *name*; what it knows comes a moment after what is drawn."""
        told = self._told()
        for _ in range(MAX_LOOKS):
            if name in told:
                return
            self.page.evaluate(NEXT_FRAME)
            told = self._told()
        pytest.fail(f"a screen reader says {told}, not {name!r}")

    def _go(self, find: Callable[[], ElementHandle], name: str) -> None:
        """Go to what *find* gives; once more, where that is drawn anew meanwhile."""
        tabs, target = 0, find()
        while (focus := target.evaluate(FOCUS)) != "there":
            if focus == "gone":
                target = find()
            elif focus == "near":
                self._arrow(target, name)
            if focus != "away":
                continue
            tabs += 1
            if tabs > MAX_TABS:
                pytest.fail(f"no Tab leads to {name!r}")
            self.page.keyboard.press("Tab")

    def _arrow(self, target: ElementHandle, name: str) -> None:
        """Go on by arrow keys, never twice by the same one from the same place."""
        tried: set[tuple[str, str]] = set()
        for _ in range(MAX_ARROWS):
            place = self.page.evaluate(PLACE)
            arrow = next((each for each in target.evaluate(ARROWS) if (place, each) not in tried), None)
            if arrow is None:
                break
            tried.add((place, arrow))
            self.page.keyboard.press(arrow)
            if target.evaluate(FOCUS) != "near":
                return  # it is there, or what it stood in is drawn anew
        pytest.fail(f"no arrow leads to {name!r}")

    def _told(self) -> list[str]:
        """Return what a screen reader says of the thing that has the focus: its name, if it is to be used at all."""
        focused = self._reader.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        nodes = self._reader.send("Accessibility.getPartialAXTree", {"objectId": focused, "fetchRelatives": False})
        return [node["name"]["value"] for node in nodes["nodes"] if not node["ignored"] and "name" in node]
