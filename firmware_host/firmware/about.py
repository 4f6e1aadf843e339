"""This firmware's name, raised with each release that changes it.

The host reads it back after flashing.
"""

VERSION = "1.1.0"
