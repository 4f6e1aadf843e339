"""The club: one page for many tables, and their evening book.

It knows tables only by their messages to a broker, and answers only through it. Every message is hostile until it is
parsed. It runs on any computer without a table. Of the table's rooms it imports only the messages and topics of
``companion.outside``, the records, and the texts.
"""
