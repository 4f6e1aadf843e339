"""Kits: a game's components in any order; people judge the rules.

These are dice, wheels, decks, counters, tokens and badges.

Law: a kit is data without code: one TOML file in a closed vocabulary. ``format`` defines and reads the file; ``play``
is the one game that all kits share. A game with more rules is a referee.
"""
