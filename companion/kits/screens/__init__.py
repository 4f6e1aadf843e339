"""A kit on the table's own screen, by subject.

Law: cues are made of what a watcher may know.
"""
