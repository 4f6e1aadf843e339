"""Tests, in the same folders as what they prove; a test's name is a fact.

Law: no test sleeps, skips, reads the calendar or needs a fixed port or folder; what needs a real Pi is marked `pi`.
"""
