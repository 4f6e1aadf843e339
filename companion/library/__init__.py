"""The library: games, kits and rulebooks that this table has, and whole games without devices."""
