"""Buttons and knobs: contacts' edges in, presses and turns out."""
