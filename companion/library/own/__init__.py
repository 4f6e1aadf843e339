"""A family's own games: files taken, replaced, removed and brought back while the table runs.

Law: nothing is written before all of it is checked, and what is replaced or removed is kept first.
"""
