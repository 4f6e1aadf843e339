"""Rehearsal: a manual test of every part, with a result card.

Law: it has the devices to itself while it lasts, and gives them back as it ends. It knows no game and touches none; it
writes its card and the display's driver, nothing else. What isn't there is passed over and said so.
"""
