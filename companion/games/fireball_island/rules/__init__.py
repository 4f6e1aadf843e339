"""The rules of Fireball Island, by their numbers in ``rules.md``.

``components`` are the contents of the box. ``board`` is the board as data with its faults, ``shipped_board`` the
project's own. ``state`` is the position with its queries, ``ways`` are a piece's routes, ``facts`` the events.
``windows`` are open to answers. ``movement`` has the moves, ``draws`` the cards that come to a hand, ``fireballs`` and
``cards`` their effects. ``commands`` are the players' actions. ``corrections`` change the position by hand.
"""
