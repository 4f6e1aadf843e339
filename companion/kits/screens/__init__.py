"""A kit on the table's own screen, by subject.

Law: a cue contains only things that a watcher may know.
"""
