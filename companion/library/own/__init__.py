"""A family's own games, changed while the table runs.

Files are taken, replaced, removed and brought back. Law: nothing is written before all of it is checked, and what is
replaced or removed is kept first.
"""
