"""Backups of a table in one file, to restore here or elsewhere.

Law: a backup has a closed list of names, and no secret but those of unfinished games. It is written whole or not at
all. A returning backup is a stranger's file until every byte and every game in it was checked. ``archive`` knows the
file's format, ``journal_part`` the parts of a journal that leave, ``settings`` those of the settings. ``creation``
makes a backup, ``inspection`` lists its content, and ``last_note`` remembers when the last one was made. ``by_page``
does all that for pages, after the table's OK. Backups by night, memory sticks and restoring have a room each.
"""
