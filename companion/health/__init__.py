"""Health: faults of the table, and a start in spite of them.

Law: nothing in here ends the program. A fault is told by its key, in words and with what helps; values stand in it for
the owner alone. It decides what a start goes on with, and shows nothing by itself.
"""
