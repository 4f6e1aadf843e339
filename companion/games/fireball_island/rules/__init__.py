"""The rules of Fireball Island, by their numbers in ``rules.md``.

``components`` what there is; ``board`` the board as data, and what can be wrong with it; ``state`` the position and its
questions; ``ways`` where a piece may go; ``facts`` what can happen; ``windows`` what others may answer, ``steps`` what
has to be settled; ``walking`` moves, ``fireballs`` and ``cards`` what comes of these; ``commands`` what players may do;
``corrections`` what may be set right, ``real_board`` what has changed, ``own_boards`` a family's; ``course`` who is asked and what follows; ``players`` programs that play.
"""
