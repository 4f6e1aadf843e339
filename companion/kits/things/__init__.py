"""The board of a kit, and its contents.

Law: frozen values; no fact, no command.
"""
