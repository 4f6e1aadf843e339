"""The rules of Fireship. Law: pure, and nothing of this game outside the package is imported.

From the ground up: ``components``, ``boards``, ``masks`` and ``values`` are data; ``state`` is the position and the
questions asked of it, ``reach`` where a pawn may go; ``facts`` and ``card_facts`` what can happen; ``declarations``
what others may answer in a window, ``outcomes`` what comes of that, ``pending`` what a turn waits for; ``setup``,
``moves``, ``actions`` and ``cards`` the commands, which ``refusals`` refuses; ``corrections`` what may be set right;
``options`` what is chosen before a game; ``words`` what the notation calls things; ``course`` who is asked and what
follows, and the rules put together; ``players`` who plays by itself.
"""
