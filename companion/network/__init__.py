"""The network: addresses, the table's name, and problems for phones.

Law: no polling. The kernel reports changes; without a report the last known state stays. Each judgement is a word,
which other rooms put into sentences.
"""
