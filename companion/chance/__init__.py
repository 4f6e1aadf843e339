"""Chance: who speaks for it, and how its draws are promised and made."""
