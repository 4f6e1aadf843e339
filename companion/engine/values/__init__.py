"""Plain values of the engine and everything around it.

These are sentences, seats, forms, bags, sequences and pictures.

Law: they import each other and nothing else. None knows a state, a command or a fact.
"""
