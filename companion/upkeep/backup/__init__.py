"""Backups of a table in one file, to restore here or elsewhere.

Law: a backup holds a closed list of names and no secret but those of games that go on; it is written whole or not at
all. A backup that comes back is a stranger's file until every byte and every game of it was looked at. ``archive``
knows the file's format, ``journal_part`` what of a journal leaves, ``settings`` what of the settings does; ``creation``
makes a backup, ``inspection`` says what is in one, ``last_note`` remembers when the last one was made, and ``by_page``
does all that for pages, after the table's OK. Backups by night, memory sticks and restoring have a room each.
"""
