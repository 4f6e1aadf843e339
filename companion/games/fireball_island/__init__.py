"""Fireball Island (1986) with its referee: ``rules`` and their ``course``.

``course`` decides the seats asked and the consequences, and puts the rules together. ``real_board`` compares the
position with the real board; ``players`` are programs that play. ``own_boards`` reads a family's own board.
"""
