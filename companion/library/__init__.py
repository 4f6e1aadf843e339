"""The library: games, kits, rulebooks, and whole games without devices.

Law: nobody else looks for games. They are found as installed packages and read as data; none is imported by its name.
"""
