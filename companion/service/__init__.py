"""The service: systemd units, and a helper for root's actions.

Law: the helper is the only part that ever runs as root. It imports nothing of ours and nothing but the standard
library, knows a closed list of verbs, and is asked through a socket that only the table's own user can open.
"""
