"""The club's evening book: finished games, their people, results and verdicts.

A message is acknowledged to the broker only once it is durable here, and a repeated one changes nothing. So a club that
is killed at any moment loses nothing and counts nothing twice. There is one writer at a time, and each change is one
transaction, in SQLite and in PostgreSQL.
"""
