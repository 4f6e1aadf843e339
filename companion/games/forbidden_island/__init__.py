"""Forbidden Island with its referee: ``rules`` and their ``course``.

``course`` decides the seats asked and the consequences, and puts the rules together. ``real_board`` compares the
position with the real board; ``players`` are programs that play. ``game.toml`` is the game's declaration, ``texts`` its
words and ``rules.md`` the rule catalogue, each in two languages. ``picture`` is the view for pages, ``screen`` the
table's own screen, and ``page`` draws the game.
"""
