"""A kit on the table's own screen, by subject: throws, scores and turns, pages by the knob.

Law: cues are made of what a watcher may know.
"""
