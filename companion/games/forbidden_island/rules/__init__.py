"""The rules of Forbidden Island.

Law: pure, and of this game outside it only the picture is imported, by ``course``.

From the ground up: ``components``, ``layouts`` and ``masks`` are data. ``state`` is the position with its queries.
``facts`` are the events, ``pending`` the interrupts of a turn. ``setup``, ``actions`` and ``cards`` are the commands,
which ``tile_commands`` lists and ``refusals`` refuses. ``corrections`` change the position by hand, and ``real_board``
compares it with the real board. ``words`` are the names in the notation. ``course`` decides the seats asked and the
consequences, and puts the rules together. ``players`` play by themselves.
"""
