"""The table: games, session, journal, menu, settings, and the command.

Law: no pin, port or page is defined here. Devices are reached through ``hardware.ports``; only the daemon and the
command build parts of other folders. Sentences for players are in ``companion/texts``, never in code.
"""
