"""The network: which addresses this computer has, told whenever they change, and what keeps phones from it.

Law: nobody asks again and again. The kernel says when something has changed; without its word what was known stays.
What is judged is told by a word, which others put into sentences.
"""
