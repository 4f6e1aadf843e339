"""The rules of Battle for the Island, by their numbers in ``rules.md``.

``components`` are the contents of the box and the lines from each square. ``state`` is the position with its queries,
``facts`` are the events. ``setup`` has the placing, ``by_table`` the placing by the table for a player. ``moves`` has
the die, moves and the options of a zero, ``shots`` the shooting, ``blocks`` turning over and blasts. ``corrections``
change the position by hand.
"""
