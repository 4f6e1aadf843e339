"""Chance: who speaks for it, and how its draws are promised and made.

Law: a dealer sees a request and no game; randomness comes from the operating system, or from a seed that was promised.
"""
