"""Drawings of chance on the table's own screen: dice, throws and wheels."""
