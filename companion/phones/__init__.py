"""Phones: how one comes in, what it is asked to show for it, and what the table is asked to confirm."""
