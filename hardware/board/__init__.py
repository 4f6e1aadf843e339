"""The table's pins: which is what, who has them, and the wiring as a picture."""
