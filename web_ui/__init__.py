"""The mirror: the table on phones and televisions, over HTTP.

Law: only things that a viewer may see leave this package: tables through ``Snapshot.seen_by`` alone, pictures through
``Panel.public_bitmap`` alone. It has no rule, no device and no state of a game, only the connections. Sentences come
from ``companion/texts``. An answer never repeats the caller's own bytes. GET changes nothing.
"""
