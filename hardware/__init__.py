"""The devices on the table's own pins and buses, real or simulated.

Law: this room knows no game, no language and no page. What crosses its border is in `ports`, and words arrive in a
cue already in the players' language. Every real device has a pretend twin that runs the same code down to the pin or
the wire; a device that fails says so in its status and never raises into the rest of the table.
"""
