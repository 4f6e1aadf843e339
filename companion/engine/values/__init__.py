"""Plain values of the engine and everything around it.

These are sentences, seats, forms, bags, sequences and pictures.

Law: they know each other and nothing else; none knows a state, a command or a fact.
"""
