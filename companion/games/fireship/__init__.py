"""Fireship with its referee. ``play`` declares the game; rules.md is the catalogue of its rules.

From the ground up: ``components`` and ``boards`` are data; ``sea`` is the state and the questions asked of it, ``ways``
where a pawn may go; ``facts`` what can happen, ``owed`` what a turn waits for, ``deeds`` what others may answer in a
window; ``setting_up``, ``moving``, ``acting`` and ``cards`` the commands; ``corrections`` and ``picture`` the view from
outside; ``play`` the course of the game, and its declaration.
"""
