"""The family's own games, for pages of the table's owner."""
