"""Home Assistant's own words for MQTT discovery, as its documentation has them: fields by platform."""

from __future__ import annotations

from collections.abc import Mapping

AVAILABILITY = frozenset({"availability", "availability_mode", "availability_template", "availability_topic"})
COMMON = AVAILABILITY | {
    "default_entity_id",
    "device",
    "enabled_by_default",
    "encoding",
    "entity_category",
    "entity_picture",
    "icon",
    "json_attributes_template",
    "json_attributes_topic",
    "name",
    "payload_available",
    "payload_not_available",
    "platform",
    "qos",
    "unique_id",
}
"""https://www.home-assistant.io/integrations/sensor.mqtt/ and its neighbours: what each platform has."""
OWN: Mapping[str, frozenset[str]] = {
    "sensor": frozenset(
        ("device_class", "expire_after", "force_update", "last_reset_value_template", "options", "state_class")
        + ("state_topic", "suggested_display_precision", "unit_of_measurement", "value_template")
    ),
    "binary_sensor": frozenset(
        ("device_class", "expire_after", "force_update", "off_delay", "payload_off", "payload_on", "state_topic")
        + ("value_template",)
    ),
    "event": frozenset({"device_class", "event_types", "state_topic", "value_template"}),
    "button": frozenset({"command_template", "command_topic", "device_class", "payload_press", "retain"}),
}
"""What each platform has of its own."""
REQUIRED: Mapping[str, frozenset[str]] = {
    "sensor": frozenset({"state_topic"}),
    "binary_sensor": frozenset({"state_topic"}),
    "event": frozenset({"event_types", "state_topic"}),
    "button": frozenset({"command_topic"}),
}
"""What each platform can't do without, beside ``platform`` and, within a device, ``unique_id``."""
DEVICE = frozenset(
    ("configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model", "model_id", "name")
    + ("serial_number", "suggested_area", "sw_version", "via_device")
)
ORIGIN = frozenset({"name", "support_url", "sw_version"})
"""https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery: the device and where the message comes from."""
TOP = frozenset({"dev", "o", "cmps", "qos", "state_topic", "command_topic", "encoding"}) | AVAILABILITY
"""What stands beside them; ``dev``, ``o`` and ``cmps`` are short for device, origin and components."""
DEVICE_CLASSES: Mapping[str, frozenset[str]] = {
    "binary_sensor": frozenset({"connectivity", "problem"}),
}
"""Those that are used here."""
CATEGORIES = frozenset({"config", "diagnostic"})
STATE_CLASSES = frozenset({"measurement", "measurement_angle", "total", "total_increasing"})
