"""The client of a broker: one reconnecting connection, by paho.

Law: ``paho`` is imported here alone, and its client is touched by one thread.
"""
