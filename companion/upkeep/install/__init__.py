"""Installing: the table as a service of its computer, and its removal.

Law: a call can be repeated or taken back at any time, also after a cut in the middle. A file that isn't ours, or that
its owner has changed since, is left as it is and named. The games are never touched.
"""
