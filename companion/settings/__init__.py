"""Settings: the keys of the owner's file, reading it, and its faults all told at once."""
