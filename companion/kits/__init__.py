"""Kits: a game's components in any order; people judge the rules.

These are dice, wheels, decks, counters, tokens and badges.

Law: a kit is data, one TOML file in a closed vocabulary, and no code. ``format`` says what there can be and
reads the file, ``play`` is the one game that all kits share. What needs more is a referee.
"""
