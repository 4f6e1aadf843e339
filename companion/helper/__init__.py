"""Requests to the helper, which acts with the rights of the computer.

Law: people at the table confirm every change of the computer first.
"""
