"""The maker's addresses: its shape, and an edited kit with its trial.

Law: for owners alone, and nothing of the table changes.
"""
