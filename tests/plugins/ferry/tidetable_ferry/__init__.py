"""A race of ferries: its kit lies beside this file."""
