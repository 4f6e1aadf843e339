"""Phones: their way in, its proofs, and the table's confirmation."""
