"""Kits from table to table: as the text of a QR code, in a photo of one, or as a file.

Law: what arrives is bounded before it is read, and nothing is installed before the table or its owner says so.
"""
