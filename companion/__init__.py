"""The table: games, session, journal, menu, settings, and the command.

Law: no pin, no port and no page lives here; devices are reached through ``hardware.ports``, and only the daemon and
the command build the parts of other folders. Sentences for players stand in ``companion/texts``, never in code.
"""
