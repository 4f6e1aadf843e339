"""The format of kit files, and its reader.

The reader tells all faults at once. ``spec`` is a kit as it was read, ``flow`` the course of its game. ``kit_file``
reads the file and puts the kit together. ``dice``, ``parts``, ``decks``, ``course``, ``effects``, ``shelf`` and
``words`` read its tables, ``checks`` is common to them, and ``whole`` checks the kit as one. ``packs`` has the standard
packs of cards. ``safe_svg`` judges a cover.
"""
