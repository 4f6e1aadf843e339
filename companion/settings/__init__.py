"""Settings: the keys of the owner's file, its reader, and checks.

Law: it is read before anything else is there, so it knows no other room.
"""
