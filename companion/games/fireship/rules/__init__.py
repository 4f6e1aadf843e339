"""The rules of Fireship.

Law: pure; it imports nothing else of this game.

From the ground up: ``board`` is the box: its components and their names, the sea drawn by letters, its cells and a
pawn's reach. ``values`` are data. ``state`` is the position and its queries. ``facts`` and ``card_facts`` are the
events. ``declarations`` are open to answers in a window, ``outcomes`` are their effects, and ``pending_steps`` are the
steps that a turn waits for. ``setup``, ``moves``, ``actions`` and ``cards`` are the commands, and ``refusals`` the
reasons against one. ``corrections`` change the position by hand.
"""
