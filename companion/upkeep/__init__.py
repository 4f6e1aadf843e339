"""Upkeep of a table, from first start to factory reset.

Law: installing, the card, the first evening, backups and forgetting have a room each. None knows a game, and no game
waits for one.
"""
