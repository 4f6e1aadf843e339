"""Webhooks: results sent to addresses in the house, without a broker.

Law: each address has a thread and a bounded queue of its own: none holds up the table or another address.
"""
