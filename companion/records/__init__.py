"""Records: games as text files, written, checked, imported and shown.

Any program can read them.

A record is made of the journal's entries and checked by the rules alone. While its game can go on, it is sealed.
"""
