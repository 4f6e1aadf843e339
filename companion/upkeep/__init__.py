"""Upkeep: what keeps a table over the years, from its first start to the day it is given away.

Law: each way has a room of its own, installing, the card, the first evening, backups, forgetting. Nothing here knows a
game, and nothing that is playing waits for it.
"""
