"""The command ``tidetable``: one module a group of commands.

Its own words are English; it decides nothing.
"""
