"""Pig with two dice: roll on or hold, and one hidden card for each player."""
