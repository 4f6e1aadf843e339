"""The library: games, kits, rulebooks, and whole games without devices.

Law: no other room looks for games. They are found as installed packages and read as data; no game is imported by name.
"""
