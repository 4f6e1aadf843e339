"""Forbidden Island with its referee: ``rules`` and their ``course``.

``game.toml`` is the game's declaration, ``texts`` its words and ``rules.md`` the rule catalogue, each in two languages.
``picture`` is the view for pages, ``screen`` the table's own screen, and ``page`` draws the game.
"""
