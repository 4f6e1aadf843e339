"""The model: plain values of the table, published by the session.

Law: values and what follows from them alone: no journal, no device, no network, no thread. What a viewer may see is
decided here, by ``snapshot``, and nowhere else.
"""
