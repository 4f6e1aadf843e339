"""The engine: states, commands, facts, chance and the table, for any game.

Law: pure. It has no clock, no random source, no input or output, and imports nothing of the program outside this
package. A state is frozen. A command is refused in one place, its ``why_not``. An event is a fact, folded by ``apply``.
Chance is a seat that answers requests. A game is a declaration (:mod:`companion.engine.game`) made of these. Modules
beside the rooms ``values``, ``referees`` and ``laws`` import only the first of them.
"""
