"""Home Assistant discovery: one retained message with device and entities.

It publishes nothing new: each entity reads a message of ``topics`` by a template. Fields have the names of Home
Assistant's documentation of MQTT discovery and of each platform.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.engine.game import Say
from companion.engine.values.message import Message
from companion.outside.mqtt import topics
from companion.outside.watcher_messages import About, WatcherView

EVENTS = ("rolled", "landed", "drawn", "sunk", "won", "lost")
"""The kinds of results that are event entities."""
BUTTONS = ("roll", "spin", "draw")
NOTHING = "None"
"""The word that Home Assistant reads as unknown."""
ORIGIN = "Tidetable"


def _of(expression: str) -> str:
    """Return the template of *expression*; without a message it is unknown."""
    return f"{{{{ ({expression}) if value_json is defined and value_json else '{NOTHING}' }}}}"


class Discovery:
    """The discovery message of *table*, with buttons if *may_press*.

    Counters stay after their game, until one with others is opened.
    """

    def __init__(self, table: str, *, may_press: bool) -> None:
        self._table, self._may_press = table, may_press
        self._counters: dict[str, dict[str, Any]] = {}
        self._made: tuple[object, bytes] = (None, b"")

    def payload(self, view: WatcherView, about: About, say: Say) -> bytes:
        """Return the discovery message of the table *about* in *view*.

        It is the last one if that is still valid.
        """
        published = view.published
        said_of = published.lang, published.program, about, view.game is None, view.counted()
        if self._made[0] != said_of:
            self._made = said_of, self._message(view, about, say)
        return self._made[1]

    def _message(self, view: WatcherView, about: About, say: Say) -> bytes:
        components = self._health(say)
        if about.watching:
            components |= self._game(say) | self._events(say) | self._counted(view)
            if self._may_press:
                components |= self._buttons(say)
        device = {
            "identifiers": [f"{topics.ROOT}-{self._table}"],
            "name": about.name,
            "manufacturer": ORIGIN,
            "model": ORIGIN,
            "sw_version": view.published.program,
        }
        if about.page:
            device["configuration_url"] = about.page
        origin = {"name": ORIGIN, "sw_version": view.published.program}
        return json.dumps({"dev": device, "o": origin, "cmps": components}, ensure_ascii=False).encode()

    def _health(self, say: Say) -> dict[str, Any]:
        reachable = self._component(
            "binary_sensor", "reachable", say, "status", expression="'ON' if value_json.online else 'OFF'"
        )
        trouble = self._component(
            "binary_sensor", "trouble", say, "status", expression="'ON' if value_json.trouble | default([]) else 'OFF'"
        )
        # It tells of the connection itself, so it is there even where the table isn't.
        reachable = {name: value for name, value in reachable.items() if not name.startswith("availability")}
        return {
            "reachable": {**reachable, "device_class": "connectivity", "entity_category": "diagnostic"},
            "trouble": {
                **trouble,
                "device_class": "problem",
                "entity_category": "diagnostic",
                "json_attributes_topic": trouble["state_topic"],
                "json_attributes_template": "{{ {'trouble': value_json.trouble | default([])} | to_json }}",
            },
        }

    def _game(self, say: Say) -> dict[str, Any]:
        sensors: tuple[tuple[str, topics.Told, str, str], ...] = (
            ("game", "game", "value_json.name", "mdi:dice-multiple"),
            ("phase", "game", "value_json.phase | default('') or 'None'", "mdi:flag-outline"),
            ("turn", "turn", "value_json.who | default('') or 'None'", "mdi:account"),
        )
        return {
            name: {**self._component("sensor", name, say, topic, expression=expression), "icon": icon}
            for name, topic, expression, icon in sensors
        }

    def _events(self, say: Say) -> dict[str, Any]:
        return {
            kind: {
                **self._shared("event", kind, say(Message(f"house.{kind}"))),
                "state_topic": topics.told(self._table, "result"),
                "event_types": [kind],
                "value_template": (
                    "{{ dict(value_json, event_type=value_json.kind) | to_json"
                    f" if value_json.kind == '{kind}' else '' }}}}"
                ),
            }
            for kind in EVENTS
        }

    def _counted(self, view: WatcherView) -> dict[str, Any]:
        if view.game is not None:
            # What says no more than its platform is taken away.
            self._counters = {name: {"platform": each["platform"]} for name, each in self._counters.items()}
        for counter in view.counters():
            value = (
                f"(value_json.counters | default([]) | selectattr('key', 'eq', '{counter.key}')"
                f" | map(attribute='value') | first | default('{NOTHING}'))"
            )
            self._counters[f"counter-{counter.key}"] = {
                **self._shared("sensor", f"counter-{counter.key}", counter.label),
                "state_topic": topics.told(self._table, "game"),
                "value_template": _of(value),
                "state_class": "measurement",
            }
        return dict(self._counters)

    def _buttons(self, say: Say) -> dict[str, Any]:
        moment = "now().timestamp()"
        return {
            f"press-{button}": {
                **self._shared("button", f"press-{button}", say(Message(f"house.{button}"))),
                "command_topic": topics.asked(self._table, "press"),
                "command_template": (
                    f'{{"id": "ha-{button}-{{{{ ({moment} * 1000000) | int }}}}", "button": "{button}",'
                    f' "at": {{{{ {moment} }}}}}}'
                ),
                "retain": False,
                "qos": 0,
            }
            for button in BUTTONS
        }

    def _component(self, platform: str, name: str, say: Say, topic: topics.Told, *, expression: str) -> dict[str, Any]:
        return {
            **self._shared(platform, name, say(Message(f"house.{name}"))),
            "state_topic": topics.told(self._table, topic),
            "value_template": _of(expression),
        }

    def _shared(self, platform: str, name: str, label: str) -> Mapping[str, Any]:
        return {
            "platform": platform,
            "name": label,
            "unique_id": f"{topics.ROOT}-{self._table}-{name}",
            "availability_topic": topics.told(self._table, "status"),
            "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
        }
