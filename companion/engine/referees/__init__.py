"""Shared parts of games with all their rules.

These are the frame of a state, hidden hands, declarations, pending steps, refusals.

Law: for games alone, and no game is named here. Code that a kit or the table needs too is in the engine itself.
"""
