"""Battle for the Island with its referee: ``rules`` and their ``course``.

``course`` decides the seats asked and the consequences, and puts the rules together.

Two units of ten face each other across ten blocks, and nobody knows which blocks are live.
"""
