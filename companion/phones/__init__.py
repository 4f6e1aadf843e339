"""Phones: joining, their credentials, and confirmation at the table."""
