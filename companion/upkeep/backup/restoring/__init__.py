"""Restoring: a table replaced from a backup, here or elsewhere.

Law: a backup replaces the present data in one step, after every byte and every game in it was checked, or nothing
changes. ``restore`` puts it back, with ``adoption`` for its journal and ``exchange`` for folders.
"""
