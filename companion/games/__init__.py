"""The referees: each game's rules, in a package of its own.

Law: pure, like the engine. A game imports the engine, the devices' plain data for its screen, and nothing else of the
program. Menus read its data, ``game.toml``; its code is imported when it is opened. Numbers and names of the rulebook
are in its ``components``. A refusal has the id of the rule that forbids the command.

The rule catalogue is beside the code (rules.md).
"""
