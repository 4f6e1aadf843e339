"""The commands of a kit, by subject; ``base`` is shared.

Law: ``why_not`` needs nothing that its seat can't see.
"""
