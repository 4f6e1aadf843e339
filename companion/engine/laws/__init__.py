"""Laws of every game and kit, and their checker.

Law: it looks at games and is known by none; what a law says knows no game, and draws with whatever source it is given.
"""
