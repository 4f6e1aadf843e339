"""The runtime: clock, timers, threads, the log's lines, kept and parsed files, late and latest parts, the network name.

Law: it knows nothing of the table, and everybody may use it. Only ``clock`` reads the calendar; every deadline of the
program is a timer of ``timers``.
"""
