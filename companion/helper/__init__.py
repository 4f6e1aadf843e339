"""Requests to the helper, which acts with the rights of the computer.

Law: what changes the computer is asked at the table first.
"""
