"""The session: the one writer of the table. Only this room changes what the journal holds or what is published."""
