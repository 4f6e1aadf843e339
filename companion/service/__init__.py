"""The service: the units that start the table with its computer, and the helper for what needs the computer's rights.

Law: the helper is the only part that ever runs as root. It imports nothing of ours and nothing but the standard
library, knows a closed list of verbs, and is asked through a socket that only the table's own user can open.
"""
