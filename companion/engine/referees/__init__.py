"""Shared parts of games with all their rules.

These are the frame of a state, hidden hands, declarations, pending steps, refusals.

Law: for games alone. Nothing here names one, and whatever a kit or the table needs too lies in the engine itself.
"""
