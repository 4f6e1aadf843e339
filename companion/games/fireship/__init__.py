"""Fireship with its referee. ``play`` declares the game; rules.md is the catalogue of its rules.

From the ground up: ``components`` and ``boards`` are data; ``sea`` is the state and the questions asked of it, ``ways``
where a pawn may go; ``facts`` and ``card_facts`` what can happen; ``deeds`` what others may answer in a window,
``outcomes`` what comes of that, ``owed`` what a turn waits for; ``setting_up``, ``moving``, ``acting`` and ``cards``
the commands; ``corrections`` and ``picture`` the view from outside; ``options`` and ``play`` the game declared.
"""
