"""Laws of every game and kit, and their checker.

Law: it looks at games, and no game imports it. A law knows no particular game, and draws from the source it is given.
"""
