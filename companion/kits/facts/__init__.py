"""The facts of a kit, by subject; ``changes`` is what they share.

Law: a fact only folds; ``consequences`` decides.
"""
