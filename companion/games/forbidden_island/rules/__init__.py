"""The rules of Forbidden Island. Law: pure, and nothing of this game outside the package is imported.

From the ground up: ``components``, ``layouts`` and ``masks`` are data; ``state`` is the position and the questions
asked of it; ``facts`` what can happen; ``pending`` what interrupts a turn; ``setup``, ``actions`` and ``cards`` the
commands, which ``tile_commands`` lists and ``refusals`` refuses; ``corrections`` what may be set right; ``players`` who
plays by itself.
"""
