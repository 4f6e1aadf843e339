"""The sea of Fireship: cells as masks, boards as letters, and reach.

Law: geometry alone. It imports the components, but no position and no rule of the turn.
"""
