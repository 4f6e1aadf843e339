"""The runtime: clock, timers, threads, log lines, files and notifications.

It also has late and cached parts, and this computer's name in the network.

Law: it knows nothing of the table, and any room may use it. Only ``clock`` reads the calendar. Every deadline of the
program is a timer of ``timers``.
"""
