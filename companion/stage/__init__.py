"""The stage: the table's own screen, lamps, sounds and tray.

Law: it shows what is published, and a result as soon as it is durable. It decides nothing: what a press or a turn
means is the input's, which puts what hands have opened over the table at rest and is never called from here.
"""
