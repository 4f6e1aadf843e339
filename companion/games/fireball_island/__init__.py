"""Fireball Island (1986): rules, words, board, screen and picture."""
