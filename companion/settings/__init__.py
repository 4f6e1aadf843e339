"""Settings: the keys of the owner's file, reading it, and all its faults at once.

Law: it is read before anything else is there, so it knows no other room.
"""
