"""Fireball Island, the game of 1986: its rules, words, board, screen and picture."""
