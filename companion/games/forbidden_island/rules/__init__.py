"""The rules of Forbidden Island.

Law: pure; it imports nothing else of this game.

From the ground up: ``components``, ``layouts`` and ``masks`` are data. ``state`` is the position with its queries.
``facts`` are the events, ``pending_steps`` the interrupts of a turn. ``setup``, ``actions`` and ``cards`` are the
commands, which ``command_cache`` lists and ``refusals`` refuses. ``corrections`` change the position by hand. ``words``
are the names in the notation.
"""
