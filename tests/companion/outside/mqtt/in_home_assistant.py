"""Run by Home Assistant's own Python: takes cases as JSON, prints what its MQTT integration makes of them.

In: ``{"payload": ..., "messages": [[component, message], ...]}``. Out: ``{"version", "dropped", "rendered"}``: which
fields its schemas don't know, and what each component's template makes of its message.
"""
# mypy: ignore-errors

from __future__ import annotations

import asyncio
import json
import sys
import tempfile

import voluptuous as vol
from homeassistant.components.mqtt import binary_sensor, button, event, sensor
from homeassistant.components.mqtt.discovery import _replace_all_abbreviations
from homeassistant.components.mqtt.models import MqttCommandTemplate, MqttValueTemplate
from homeassistant.components.mqtt.schemas import DEVICE_DISCOVERY_SCHEMA
from homeassistant.const import __version__
from homeassistant.core import HomeAssistant
from homeassistant.helpers import frame
from homeassistant.helpers.template import Template

SCHEMAS = {
    "sensor": sensor.DISCOVERY_SCHEMA,
    "binary_sensor": binary_sensor.DISCOVERY_SCHEMA,
    "event": event.DISCOVERY_SCHEMA,
    "button": button.DISCOVERY_SCHEMA,
}


def dropped(payload: dict) -> list[str]:
    """Return the fields that are refused or passed over."""
    _replace_all_abbreviations(payload)
    try:
        DEVICE_DISCOVERY_SCHEMA(payload)
    except vol.Invalid as error:
        return [str(error)]
    found = []
    for name, component in payload["components"].items():
        own = {field: value for field, value in component.items() if field != "platform"}
        try:
            known = SCHEMAS[component["platform"]]({**own, "device": payload["device"]})
        except vol.Invalid as error:
            found.append(f"{name}: {error}")
            continue
        found += [f"{name}.{field}" for field in own if field not in {str(each) for each in known}]
    return found


def rendered(hass: HomeAssistant, payload: dict, messages: list) -> list[str]:
    """Return what the templates of the components make of *messages*."""
    told = []
    for name, message in messages:
        component = payload["components"][name]
        if "command_template" in component:
            told.append(str(MqttCommandTemplate(Template(component["command_template"], hass)).async_render("PRESS")))
        else:
            template = MqttValueTemplate(Template(component["value_template"], hass))
            told.append(str(template.async_render_with_possible_json_value(message)))
    return told


async def tried(payload: dict, messages: list) -> dict:
    """Try all in a Home Assistant that isn't started: it is only looked things up in."""
    hass = HomeAssistant(tempfile.mkdtemp())
    frame.async_setup(hass)
    unknown = dropped(payload)
    made = [] if unknown else rendered(hass, payload, messages)
    await hass.async_stop(force=True)
    return {"version": __version__, "dropped": unknown, "rendered": made}


print(json.dumps(asyncio.run(tried(**json.load(sys.stdin)))))
