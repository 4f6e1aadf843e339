"""The laws that every game and kit must keep, and how they are asked of one.

Law: it looks at games and is known by none; what a law says knows no game, and draws with whatever source it is given.
"""
