"""The engine: states, commands, facts, chance and the table that takes them, for any game.

Law: pure. No clock, no random, no input or output, and nothing of ours outside this package. A state is frozen;
a command is refused in one place, its ``why_not``; what happened is a fact, folded by ``apply``; chance is a seat
that is asked and answers. A game is a declaration (:mod:`companion.engine.game`) made of these.
"""
