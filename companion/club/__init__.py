"""The club: one page for many tables, and their evening book.

Law: it knows tables only by what they tell a broker, and talks to them only through it; what arrives is hostile input.
It runs on any computer without a table, and imports no room of the table but the messages and the topics of
``companion.outside``, the records to verify them, and the texts.
"""
