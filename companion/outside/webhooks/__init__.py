"""Webhooks: results sent to HTTP addresses without a broker.

Law: each address has a thread and a bounded queue of its own: none holds up the table or another address.
"""
