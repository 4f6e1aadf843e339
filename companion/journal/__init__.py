"""The journal: one SQLite file of all games.

It knows rows, not rules: the session knows the meaning of a line. A row is durable once ``journal`` says so. A damaged
file is set aside, and nothing in it is guessed. ``connection`` opens the file and ``errors`` gives the reason if it
can't. ``files`` recognizes the files, ``batches`` and ``deletion`` write, ``outbox`` queues messages that must arrive,
``schema`` only grows, ``salvage`` saves readable rows.
"""
