"""Plain values that the engine and all around it are told in: sentences, seats, forms, bags, sequences, pictures.

Law: they know each other and nothing else; none knows a state, a command or a fact.
"""
