"""Emulated controllers on an emulated bus, with the visible picture.

Law: standard library only, no knowledge of how the driver works: what is here is written from the data sheets, so that
the driver can be judged by it. What a real chip would not do raises `ProtocolError` instead of being forgiven.
"""
