"""Webhooks: results sent to HTTP addresses without a broker.

Law: each address has its own thread and bounded queue, so that none delays the table or another address.
"""
