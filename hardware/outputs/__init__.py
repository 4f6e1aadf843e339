"""Lamps and sounds: what lights up beside the buttons, and the buzzer."""
