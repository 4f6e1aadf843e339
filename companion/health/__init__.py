"""Health: faults of the table, and a start in spite of them.

Law: nothing here ends the program. A fault has a key, a sentence and what helps; only the owner sees the values in it.
This room decides how a start continues, and shows nothing itself.
"""
