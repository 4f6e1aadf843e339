"""The rules of Battle for the Island, by their numbers in ``rules.md``.

``components`` what there is, and where each square leads; ``state`` the position and its questions, ``facts`` what can
happen; ``setup`` placing, ``moves`` dice, moves and the options of a zero, ``shots`` shooting, ``blocks`` turning over
and blasts, ``combinations`` plays by the hundred; ``corrections`` what may be set right, ``real_board`` what
people see on theirs; ``course`` who is asked and what follows; ``players`` programs that play.
"""
