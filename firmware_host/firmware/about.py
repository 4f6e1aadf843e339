"""What this firmware is called; the host reads it back after flashing."""

VERSION = "1.0.0"
