"""The referees: each game's rules, in a package of its own.

Law: pure, as the engine is. A game imports the engine, for its screen the plain data of the devices, and nothing else
of ours. What menus need of it is data, ``game.toml``; its code is imported when it is opened. Numbers and names of the
rulebook stand in its ``components``; a refusal carries the id of the rule that forbids the command.

The rule catalogue is beside the code (rules.md).
"""
