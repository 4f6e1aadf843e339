"""The network: which addresses this computer has, told whenever they change.

Law: nobody asks again and again. The kernel says when something has changed; without its word what was known stays.
"""
