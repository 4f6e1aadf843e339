"""The service: systemd units, and a helper for root's actions.

Law: the helper is the only part that runs as root. It imports the standard library alone, knows a closed list of verbs,
and listens on a socket that only the table's own user can open.
"""
