"""The rules of Fireball Island, by their numbers in ``rules.md``.

``components`` what there is; ``board`` the board as data, and what can be wrong with it, ``shipped`` ours,
``own_boards`` a family's; ``state`` the position and its questions; ``ways`` where a piece may go; ``facts`` what can
happen; ``windows`` what others may answer; ``walking`` moves, ``draws`` cards that come to a hand, ``fireballs`` and
``cards`` what comes of these; ``commands`` what players may do; ``corrections`` what may be set right, ``real_board``
what has changed; ``course`` who is asked and what follows; ``players`` programs that play.
"""
