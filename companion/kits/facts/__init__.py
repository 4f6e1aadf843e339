"""The facts of a kit, by subject; ``changes`` is shared.

Law: a fact only folds; ``consequences`` decides.
"""
