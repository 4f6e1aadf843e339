"""The parts of a kit's picture, by subject; ``picture`` puts it together.

Law: from a state that is filtered for its viewer, and from nothing else.
"""
