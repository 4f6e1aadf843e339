"""Lamps beside the buttons, and the buzzer."""
