"""Chance: its dealers, and the promise behind its draws.

Law: a dealer sees a request but no game. Randomness comes from the operating system, or from a promised seed.
"""
