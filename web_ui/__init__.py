"""The mirror: the table on phones and televisions, over HTTP.

Law: nothing leaves this package but what a viewer may see: tables through ``Snapshot.seen_by`` alone, pictures through
``Panel.public_bitmap`` alone. It holds no rule, no device and no state of a game, only who is connected.
Sentences come from ``companion/texts``; an answer never repeats the caller's own bytes; GET changes nothing.
"""
