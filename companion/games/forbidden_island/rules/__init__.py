"""The rules of Forbidden Island. Law: pure, and of this game outside it only the picture is imported, by ``course``.

From the ground up: ``components``, ``layouts`` and ``masks`` are data; ``state`` is the position and the questions
asked of it; ``facts`` what can happen; ``pending`` what interrupts a turn; ``setup``, ``actions`` and ``cards`` the
commands, which ``tile_commands`` lists and ``refusals`` refuses; ``corrections`` what may be set right; ``real_board``
what people see on theirs; ``words`` what the notation calls things; ``course`` who is asked and what follows, and the
rules put together; ``players`` who plays by itself.
"""
