"""The rules of Harbour: its places and cards, the position, facts, boarding, commands and corrections."""
