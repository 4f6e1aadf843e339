"""`make bench`: how long, how many bytes, how much memory, beside a peer or a limit measured in the same run.

Law: a bench measures and never judges: no figure here fails anything. Each module returns sections of rows; a test
runs every one of them once, at its smallest, so that they stay alive.
"""
