"""Memory sticks: detected, confirmed at the table, and opened.

Law: a stick is written only after the table's OK for it, and only where its file system's own id is the one that was
agreed to. ``sticks`` looks and opens, ``stick_watch`` sees what is put in, and asks.
"""
