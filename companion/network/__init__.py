"""The network: which addresses this computer and its name have, told whenever they change, and what keeps phones off.

Law: nobody asks again and again. The kernel says when something has changed; without its word what was known stays.
What is judged is told by a word, which others put into sentences.
"""
