"""Battle for the Island with its referee: ``rules`` and their ``course``.

``course`` decides the seats asked and the consequences, and puts the rules together. ``real_board`` compares the
position with the real board; ``players`` are programs that play.

Two units of ten face each other across ten blocks, and nobody knows which blocks are live.
"""
