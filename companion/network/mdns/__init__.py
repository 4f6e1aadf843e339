"""The table's name on the network, by multicast DNS.

Law: only what the table answers without is imported before it: this isn't, for its library is slow to import.
"""
