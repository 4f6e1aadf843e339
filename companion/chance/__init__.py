"""Chance: its dealers, and the promise behind its draws.

Law: a dealer sees a request and no game; randomness comes from the operating system, or from a seed that was promised.
"""
