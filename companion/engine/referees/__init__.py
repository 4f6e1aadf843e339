"""Shared parts of games with all their rules: the frame of a state, hidden hands, declarations, steps owed, refusals.

Law: for games alone. Nothing here names one, and whatever a kit or the table needs too lies in the engine itself.
"""
