"""First evening: a new table's questions to its family.

They are on its own screen, by page and by keyboard alike.

Law: the session keeps which question stands and what was answered; this room shows the questions on the table's screen
and does what they take of devices. It knows no game: the first roll is one die of the table's own.
"""
