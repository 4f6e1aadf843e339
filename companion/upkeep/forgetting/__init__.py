"""Factory reset: deletion of all data of a table given away.

It starts as a new one afterwards.

Law: at any moment all of it exists or none of it. One rename takes it out of the table's sight. The renamed files, and
those that restores have kept beside them, are deleted afterwards; if the program is killed, the next start does so.
"""
