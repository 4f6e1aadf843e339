"""The sea of Fireship: cells as masks, boards as letters, and reach.

Law: geometry alone. It knows the components, and neither a position nor a rule of the turn.
"""
