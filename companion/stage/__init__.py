"""The stage: the table's own screen, lamps, sounds and tray, and what its buttons and knob do."""
