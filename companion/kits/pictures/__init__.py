"""The parts of a kit's picture, by subject; ``picture`` puts it together.

Law: made only of a state that is filtered for its viewer.
"""
