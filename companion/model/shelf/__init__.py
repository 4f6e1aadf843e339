"""The shelf: the games to choose from, on pages and by knob.

Law: a game stands below one heading, and no game is more than ten turns of the knob away.
"""
