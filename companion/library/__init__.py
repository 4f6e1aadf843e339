"""The library: games, kits and rulebooks that this table has, and whole games without devices.

Law: the one door to games. They are found as installed packages and read as data; no game is imported by its name.
"""
