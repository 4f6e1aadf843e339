"""Every sentence and name for players, by key, in each language.

Law: en.toml and fr.toml hold the same keys with the same values in braces; code says keys, and only this room turns
them into words. It imports nothing else of ours.
"""
