"""The rules of Fireship. Law: pure, and of this game outside it only the picture is imported, by ``course``.

From the ground up: ``components`` and ``values`` are data, ``board`` is the sea drawn by letters, its cells and where a
pawn may go; ``state`` is the position and the questions asked of it; ``facts`` and ``card_facts`` what can happen;
``declarations`` what others may answer in a window, ``outcomes`` what comes of that, ``pending`` what a turn waits for;
``setup``, ``moves``, ``actions`` and ``cards`` the commands, which ``refusals`` refuses; ``corrections`` what may be
set right; ``real_board`` what people see on theirs; ``options`` what is chosen before a game; ``words`` what the
notation calls things; ``course`` who is asked and what follows, and the rules put together; ``players`` who plays by
itself.
"""
