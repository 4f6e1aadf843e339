"""Kits: the dice, wheels, decks and counters of a game, in any order; people judge the rules.

Law: a kit is data, one TOML file in a closed vocabulary, and no code. ``reader`` checks the file, ``play`` is the one
state and the one set of commands that all kits share. What needs more than the vocabulary is a referee.
"""
