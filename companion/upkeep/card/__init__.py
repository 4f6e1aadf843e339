"""The card: a stock one of Raspberry Pi OS, told what to do at its first start, so that nobody ever types a command.

Law: no password is written as it was typed, or stays on the card after the first start; whoever isn't asked for gets
in nowhere. A folder that is no such card's, or has no room, is left as it was.
"""
