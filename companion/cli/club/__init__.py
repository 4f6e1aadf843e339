"""``tidetable club``: the club's page, keeper and book."""
