"""The contents of a board: jobs, dice results, packs of cards, the course of the game, and timers.

Law: frozen values; no fact, no command.
"""
