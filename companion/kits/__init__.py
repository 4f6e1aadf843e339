"""Kits: the dice, wheels, decks, counters, tokens and badges of a game, in any order; people judge the rules.

Law: a kit is data, one TOML file in a closed vocabulary, and no code. ``spec`` says what there can be, ``reader`` with
its parts checks the file, ``play`` is the one game that all kits share. What needs more is a referee.
"""
