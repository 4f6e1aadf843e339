"""Kits from table to table: QR codes, photos of them, and files.

Law: what arrives is bounded before it is read, and nothing is installed before the table or its owner says so.
"""
