"""Nightly backups once all is quiet, into a folder and onto sticks.

Law: no game waits for a backup. If one fails, the earlier ones stay and the next night tries again. ``by_night`` makes
one when the table is ``quiet`` and its ``position`` has changed. ``retention`` keeps seven at each place, and
``memory`` remembers the results.
"""
