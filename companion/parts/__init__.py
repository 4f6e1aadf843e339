"""The table's parts: those of every table, and the optional ones.

Law: ``table.py`` names the parts that always exist; ``optional.py`` is the one list of all others.
"""
