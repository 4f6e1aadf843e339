"""The trial of pins, screen and tray chosen by page.

Law: a wrong choice never leaves the table dark. Each new choice is tried by one start, and what was before it comes
back by itself: after a crash, a pulled plug, or when nobody confirms that everything works.
"""
