"""Installing: the table as a service of its computer, and its removal.

Law: a call can be repeated or undone at any time, even after an interrupted one. It leaves a file that isn't the
program's, or that its owner has changed, and names it. It never touches the games.
"""
