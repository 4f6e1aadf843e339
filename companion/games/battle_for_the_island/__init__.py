"""Battle for the Island with its referee.

Two units of ten face each other across ten blocks, and nobody knows which blocks are live.
"""
