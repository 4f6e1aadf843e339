"""The engine: states, commands, facts, chance and the table, for any game.

Law: pure. No clock, no random, no input or output, and nothing of ours outside this package. A state is frozen; a
command is refused in one place, its ``why_not``; what happened is a fact, folded by ``apply``; chance is a seat that is
asked and answers. A game is a declaration (:mod:`companion.engine.game`) made of these. What lies beside the rooms
``values``, ``referees`` and ``laws`` knows the first of them and neither of the others.
"""
