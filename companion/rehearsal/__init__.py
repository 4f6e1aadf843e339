"""Rehearsal: a manual test of every part, with a result card.

Law: a rehearsal has the devices to itself until it ends. It knows no game and touches none. It writes its card and the
display's driver, and nothing else. It skips a missing device and says so.
"""
