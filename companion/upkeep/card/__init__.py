"""An SD card that installs the table at its first start.

It holds Raspberry Pi OS.

Law: no password is written as it was typed, or stays on the card after the first start; whoever isn't asked for gets in
nowhere. A folder that is no such card's, or has no room, is left as it was.
"""
