"""Forbidden Island with its referee. ``play`` declares the game; rules.md is the catalogue of its rules.

From the ground up: ``components`` and ``layouts`` are data; ``island`` is the state and the questions asked of it;
``owed`` what interrupts a turn; ``facts`` what can happen; ``acting``, ``cards`` and ``setting_up`` the commands,
which ``onto`` lists; ``corrections`` and ``picture`` the view from outside; ``play`` the course of the game, and its
declaration.
"""
