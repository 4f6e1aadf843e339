"""The runtime: clock, timers, the worker's thread, the log's lines, small kept files and the network name.

Law: it knows nothing of the table, and everybody may use it. Only ``clock`` reads the calendar; every deadline of the
program is a timer of ``timers``.
"""
