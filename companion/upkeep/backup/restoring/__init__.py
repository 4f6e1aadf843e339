"""Restoring: a table replaced from a backup, here or elsewhere.

Law: once every byte and every game of a backup was looked at, it takes the place of what was there in one step, or
nothing has changed. ``restoring`` puts it back, by ``taking_up`` its journal and ``switching`` folders.
"""
