"""The table's name on the network, by multicast DNS.

Law: it is imported after READY, because its library is slow to import.
"""
