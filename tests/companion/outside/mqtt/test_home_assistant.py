"""Home Assistant is told in its own words, and by templates that find in each message what they say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jinja2 import Environment

from companion.engine.game import Setup
from companion.model.snapshot import Snapshot
from companion.outside import messages
from companion.outside.messages import Press, ResultMessage, Status, TurnMessage
from companion.outside.mqtt import topics
from companion.outside.mqtt.home_assistant import BUTTONS, EVENTS, Discovery
from companion.outside.watcher_messages import About, WatcherView
from companion.stage.cues import Speaker
from tests.support.home_assistant import (
    CATEGORIES,
    COMMON,
    DEVICE,
    DEVICE_CLASSES,
    ORIGIN,
    OWN,
    REQUIRED,
    STATE_CLASSES,
    TOP,
)
from tests.support.logged import LIBRARY, lines_of
from tests.support.paths import RECORDS
from tests.support.snapshots import snapshot

TABLE = "0123456789ab"
ABOUT = About("The oak table", "http://192.0.2.7/")


def a_view(record: str = "forbidden-island-won-by-two", say: Any = None) -> WatcherView:
    *_, (line, game, people) = lines_of(RECORDS / f"{record}.tide")
    published = snapshot(version=1, game=game, number=1, setup=Setup(people), state=line.state, program="1.2.3")
    return WatcherView(published, say or Speaker(LIBRARY.texts, "en"), by_name=False)


def discovered(lang: str = "en", *, may_press: bool = True, about: About = ABOUT) -> dict[str, Any]:
    say = Speaker(LIBRARY.texts, lang)
    found: dict[str, Any] = json.loads(Discovery(TABLE, may_press=may_press).payload(a_view(say=say), about, say))
    return found


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_all_is_said_in_the_fields_of_the_documentation(lang: str) -> None:
    told = discovered(lang)
    assert {"dev", "o", "cmps"} <= told.keys() <= TOP
    assert {"identifiers", "name"} <= told["dev"].keys() <= DEVICE
    assert {"name"} <= told["o"].keys() <= ORIGIN
    for component in told["cmps"].values():
        platform = component["platform"]
        assert component.keys() <= COMMON | OWN[platform], component
        assert component.keys() >= REQUIRED[platform] | {"unique_id", "name"}
        assert component["name"].strip()
        assert component.get("entity_category", "config") in CATEGORIES
        assert component.get("state_class", "measurement") in STATE_CLASSES
        assert component.get("device_class") in {None, *DEVICE_CLASSES.get(platform, ())}


def test_each_entity_has_an_id_of_its_own_and_a_topic_of_this_table() -> None:
    components = discovered()["cmps"].values()
    ids = [each["unique_id"] for each in components]
    assert len(set(ids)) == len(ids)
    assert all(TABLE in each for each in ids)
    for each in components:
        for field in ("state_topic", "command_topic", "availability_topic"):
            address = topics.address_of(each.get(field, topics.told(TABLE, "status")))
            assert address is not None
            assert address.table == TABLE


def test_the_entities_are_those_that_are_promised() -> None:
    components = discovered()["cmps"]
    sensors = {"game", "phase", "turn", "counter-water"}
    buttons = {f"press-{button}" for button in BUTTONS}
    assert set(components) == {"reachable", "trouble", *sensors, *EVENTS, *buttons}
    assert set(discovered(may_press=False)["cmps"]) == set(components) - buttons
    assert set(discovered(about=ABOUT._replace(watching=False))["cmps"]) == {"reachable", "trouble"}


def test_counters_stay_after_their_game_and_go_with_the_next() -> None:
    discovery, say = Discovery(TABLE, may_press=False), Speaker(LIBRARY.texts, "en")

    def counters(view: WatcherView) -> dict[str, Any]:
        told = json.loads(discovery.payload(view, ABOUT, say))["cmps"]
        return {name: each for name, each in told.items() if name.startswith("counter-")}

    water = counters(a_view())
    assert list(water) == ["counter-water"]
    assert counters(WatcherView(Snapshot(), say, by_name=False)) == water
    other = counters(a_view("fireship-all-islands"))
    assert other["counter-water"] == {"platform": "sensor"}


# ---------------------------------------------------------------------- its templates
def rendered(template: str, payload: bytes | None, **more: Any) -> str:
    """Return what Home Assistant makes of *payload* by *template*: Jinja, with the JSON's value where it is one."""
    environment = Environment()
    environment.filters["to_json"] = json.dumps
    values = {} if not payload else {"value_json": json.loads(payload), "value": payload.decode()}
    return environment.from_string(template).render(**values, **more)


def told_by(name: str, payload: bytes | None) -> str:
    return rendered(discovered()["cmps"][name]["value_template"], payload)


def test_what_each_message_says_is_found_in_it() -> None:
    status = messages.encode(Status(online=True, name="x", trouble=("The port is taken.",)))
    well, gone = messages.encode(Status(online=True)), messages.encode(Status(online=False))
    assert [told_by("reachable", each) for each in (status, gone)] == ["ON", "OFF"]
    assert [told_by("trouble", each) for each in (status, well)] == ["ON", "OFF"]
    game = messages.encode(a_view().game_now(()))  # type: ignore[arg-type]
    assert told_by("game", game) == "Forbidden Island"
    assert 0 <= int(told_by("counter-water", game)) <= 9
    assert told_by("phase", game) == (json.loads(game).get("phase") or "None")
    turn = messages.encode(TurnMessage(1, 0, "Player 1"))
    assert [told_by("turn", each) for each in (turn, messages.encode(TurnMessage(1)))] == ["Player 1", "None"]


@pytest.mark.parametrize("name", ["game", "phase", "turn", "counter-water"])
def test_where_nothing_is_on_the_table_nothing_is_known(name: str) -> None:
    assert told_by(name, None) == "None"


def test_another_games_message_has_no_such_counter() -> None:
    game = messages.encode(a_view("fireship-all-islands").game_now(()))  # type: ignore[arg-type]
    assert told_by("counter-water", game) == "None"


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_fires_for_its_own_kind_of_result_alone(kind: str) -> None:
    results = [messages.encode(ResultMessage("1-2-1", 1, each, text="It is so")) for each in (*EVENTS, "flooded")]
    fired = [json.loads(told) for each in results if (told := told_by(kind, each))]
    assert [each["event_type"] for each in fired] == [kind]
    assert fired[0]["text"] == "It is so"
    assert discovered()["cmps"][kind]["event_types"] == [kind]


@pytest.mark.parametrize("button", BUTTONS)
def test_a_button_presses_once_each_time(button: str) -> None:
    moments = iter((1795291503.12, 1795291503.98))

    class Now:
        """Home Assistant's ``now()``: the same moment all through a template."""

        def __init__(self) -> None:
            self._at = next(moments)

        def timestamp(self) -> float:
            return self._at

    template = discovered()["cmps"][f"press-{button}"]["command_template"]
    presses = []
    for _ in range(2):
        now = Now()
        presses.append(messages.read(rendered(template, None, now=lambda now=now: now).encode(), Press))
    assert [each.button for each in presses] == [button] * 2
    assert [each.at for each in presses] == [1795291503.12, 1795291503.98]
    assert presses[0].id != presses[1].id


def test_what_is_available_is_said_by_the_status_but_for_what_says_whether_it_is() -> None:
    components = discovered()["cmps"]
    gone = messages.encode(Status(online=False))
    for name, each in components.items():
        if name == "reachable":
            assert not [field for field in each if field.startswith("availability")]
        else:
            assert rendered(each["availability_template"], gone) == "offline"


def words(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from words(each)
    elif isinstance(value, list):
        for each in value:
            yield from words(each)
    else:
        yield str(value)


def test_no_names_of_people_are_in_it() -> None:
    *_, (_, _, people) = lines_of(RECORDS / "forbidden-island-won-by-two.tide")
    said = " ".join(words(discovered()))
    assert not [name for name in people if re.search(rf"\b{re.escape(name)}\b", said) and not name.isdecimal()]


def test_it_stands_where_home_assistant_looks_for_a_device() -> None:
    assert topics.discovery(TABLE) == f"homeassistant/device/tidetable-{TABLE}/config"
