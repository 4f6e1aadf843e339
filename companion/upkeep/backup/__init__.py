"""Backups: all of a table in one file, and a table put back from it, here or on another computer.

Law: a backup holds a closed list of names and no secret but those of games that go on; it is written whole or not at
all. A backup that comes back is a stranger's file until every byte and every game of it was looked at, and then it
takes the place of what was there in one step. ``archive`` knows the file's format, ``leaving`` what of a journal
leaves, ``settings`` what of the settings does; ``making`` makes a backup, ``looking`` says what is in one,
``restoring`` puts it back, by ``taking_up`` and ``switching``, ``noting`` remembers when the last one was made, and
``by_page`` does all that for pages, after the table's OK. ``by_night`` makes one each night, once all is ``quiet`` and
the ``position`` is another, into a folder or onto one of the ``sticks``, by ``keeping`` seven there, and is
``remembering`` what came of it.
"""
