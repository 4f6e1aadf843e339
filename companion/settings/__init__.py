"""Settings: the tables of the owner's file, its reader, and checks.

Law: a key is declared once, as a field of `tables`; checks, the commented file and the owner's page follow from it.
Settings are read before any other part exists, so they import texts and the devices' plain values alone.
"""
