"""Memory sticks: detected, confirmed at the table, and opened.

Law: a stick is written only after the table's OK for it, and only if its file system has the id that was agreed to.
``sticks`` finds and opens them; ``stick_watch`` notices a new one and asks.
"""
