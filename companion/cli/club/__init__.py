"""``tidetable club``: the club's page, its keeper, and its book at a terminal."""
