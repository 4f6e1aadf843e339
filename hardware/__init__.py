"""The devices on the table's own pins and buses, real or simulated.

Law: this room knows no game, no language and no page. Its border is `ports`; a cue's words are already in the players'
language. Every real device has a simulated twin that runs the same code down to the pin or the wire. A failing device
reports it in its status and never raises into the rest of the table.
"""
