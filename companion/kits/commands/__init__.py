"""The commands of a kit, by subject; ``base`` is shared.

Law: ``why_not`` uses only things that its seat can see.
"""
