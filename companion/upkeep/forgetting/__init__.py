"""Factory reset: deletion of all data of a table given away.

It starts as a new one afterwards.

Law: at any moment either all of it is there or all of it is gone. One rename takes it out of the table's sight; what
lies aside, and what restores have kept beside it, is deleted after that, by the next start where this one is killed.
"""
