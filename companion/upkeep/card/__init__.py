"""An SD card that installs the table at its first start.

It holds Raspberry Pi OS.

Law: no password is written as it was typed, and none stays on the card after the first start. Nobody gets access that
wasn't asked for. A folder that isn't such a card, or has no room, stays as it was.
"""
