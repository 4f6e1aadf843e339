"""Records: games as text files that any program can read; written, checked, imported, looked at.

Law: a record is made of the journal's entries and judged by the rules alone; what can go on is sealed.
"""
