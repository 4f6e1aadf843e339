"""Forbidden Island with its referee: ``rules`` decides, its ``course`` puts it together.

``game.toml`` declares it, ``texts`` are its words, ``rules.md`` is the catalogue of its rules, each in two languages;
``picture`` tells pages, ``screen`` the table's own screen, ``page`` draws it.
"""
