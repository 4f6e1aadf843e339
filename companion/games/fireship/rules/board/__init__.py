"""The sea of Fireship: its cells as masks, boards drawn by letters, and where a pawn may go on one.

Law: geometry alone. It knows the components, and neither a position nor a rule of the turn.
"""
