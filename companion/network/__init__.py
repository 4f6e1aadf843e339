"""The network: addresses, the table's name, and problems for phones.

Law: nobody asks again and again. The kernel says when something has changed; without its word what was known stays.
What is judged is told by a word, which others put into sentences.
"""
