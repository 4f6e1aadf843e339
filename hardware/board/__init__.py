"""The table's pins: their wiring, their users, and a diagram."""
