"""Every sentence and name for players, by key, in each language.

Law: en.toml and fr.toml have the same keys with the same values in braces. Code uses keys, and only this room turns
them into words. It imports the engine's messages and the readers of files alone.
"""
