"""The input: the meaning of the table's buttons and knob.

Law: events of the hardware come in, requests to the session and things to show go out. The input knows the stage, gives
it menus and hands to show over the table, and asks it what is on show; the stage knows no button, no menu and no peek.
"""
