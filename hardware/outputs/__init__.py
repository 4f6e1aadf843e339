"""Lights and sounds: the lamps and the buzzer."""
