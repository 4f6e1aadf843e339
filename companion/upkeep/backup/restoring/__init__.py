"""Restoring: a table replaced from a backup, here or elsewhere.

Law: once every byte and every game of a backup was looked at, it takes the place of what was there in one step, or
nothing has changed. ``restore`` puts it back, by ``adoption`` its journal and ``exchange`` folders.
"""
