"""The maker's addresses: its shape, and a kit with its edits, faults and trial.

Law: for owners alone, and nothing of the table changes.
"""
