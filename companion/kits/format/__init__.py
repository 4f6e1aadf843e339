"""The format of kit files, and the reader that tells all faults at once.

``spec`` is a kit as it was read. ``kit_file`` reads the file and puts the kit together. ``parts``, ``decks``,
``effects``, ``shelf`` and ``words`` read its tables, ``checks`` is common to them, and ``whole`` checks the kit as one.
``safe_svg`` judges a cover.
"""
