"""The rules of Harbour: its places and cards, the position, facts, boarding, commands, corrections and the course."""
