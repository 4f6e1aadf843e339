"""Records: games as text files, written, checked, imported and shown.

Any program can read them.

Law: a record is made of the journal's entries and judged by the rules alone; what can go on is sealed.
"""
