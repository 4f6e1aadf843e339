"""The name of this firmware; the host reads it back after flashing."""

VERSION = "1.0.0"
