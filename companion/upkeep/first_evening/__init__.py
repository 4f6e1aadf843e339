"""First evening: a new table's questions to its family.

They are on its own screen, by page and by keyboard alike.

Law: the session stores the current question and the answers. This room shows the questions on the table's screen and
works the devices for them. It knows no game: the first roll is one die of the table's own.
"""
