"""Inside the pretended computer: what hangs on its pins and ports, and the checks of the table that uses them.

Law: nothing here runs on the host. What plays the world outside the computer (fingers, glass, a Pico) knows nothing of
the table; waits are for events and generous, for this computer is some twenty times slower than the one it runs on.
"""
