"""Upkeep of a table, from first start to factory reset.

Law: each way has a room of its own, installing, the card, the first evening, backups, forgetting. Nothing here knows a
game, and nothing that is playing waits for it.
"""
