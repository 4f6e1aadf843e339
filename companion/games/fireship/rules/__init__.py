"""The rules of Fireship.

Law: pure, and of this game outside it only the picture is imported, by ``course``.

From the ground up: ``components`` and ``values`` are data. ``board`` is the sea drawn by letters, its cells and a
pawn's reach. ``state`` is the position and its queries. ``facts`` and ``card_facts`` are the events. ``declarations``
are open to answers in a window, ``outcomes`` are their effects, and ``pending`` are the steps that a turn waits for.
``setup``, ``moves``, ``actions`` and ``cards`` are the commands, and ``refusals`` the reasons against one.
``corrections`` change the position by hand. ``real_board`` compares it with the real board. ``options`` are chosen
before a game, ``words`` are the names in the notation. ``course`` decides the seats asked and the consequences, and
puts the rules together. ``players`` play by themselves.
"""
