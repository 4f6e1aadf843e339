"""Installing: the table as a service of its computer, and its removal.

Law: all that is written stands in one table of steps, and each can be done again or taken back at any time, also after
a cut in the middle. A file that isn't ours, or that its owner has changed since, is left as it is and named. The games
are never touched.
"""
