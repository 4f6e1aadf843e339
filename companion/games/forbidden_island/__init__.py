"""Forbidden Island with its referee: ``play`` declares it, ``rules`` decides, ``picture`` and ``wording`` tell pages.

``rules.md`` is the catalogue of its rules, ``rules.fr.md`` the same in French.
"""
