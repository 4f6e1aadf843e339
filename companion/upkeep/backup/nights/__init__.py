"""Nightly backups once all is quiet, into a folder and onto sticks.

Law: nothing that plays waits for one, what lay there stands where one fails, and the next night tries again.
``by_night`` makes one once all is ``quiet`` and the ``position`` is another, by ``retention`` seven at each place, and
is ``memory`` what came of it.
"""
