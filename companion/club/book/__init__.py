"""The club's evening book: finished games, their people, results and verdicts.

Law: a message is acknowledged to the broker only once it lies here durably, and the same one twice changes nothing, so
that a club killed at any moment loses nothing and counts nothing twice. One writer at a time; every change is one
transaction, in SQLite and PostgreSQL alike.
"""
