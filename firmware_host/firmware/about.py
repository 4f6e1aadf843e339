"""The name of this firmware, raised with each release that changes it; the host reads it back after flashing."""

VERSION = "1.1.0"
