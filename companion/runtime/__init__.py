"""The runtime: clock, timers, threads, log lines, kept, parsed and foreign files, late and latest parts, network name.

Law: it knows nothing of the table, and everybody may use it. Only ``clock`` reads the calendar; every deadline of the
program is a timer of ``timers``.
"""
