"""The journal: one SQLite file of all games, its schema, its rows, and what is saved of a damaged one."""
