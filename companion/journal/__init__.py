"""The journal: one SQLite file of all games.

Law: it knows rows, not rules: what a line means is the session's business. What ``journal`` says is durable, is; what
is damaged is set aside, never guessed. ``connection`` opens, ``errors`` says why not, ``files`` knows the files
again, ``outbox`` keeps what must arrive outside, ``schema`` only grows, ``salvage`` saves what can be read.
"""
