"""Emulated controllers on an emulated bus, with the visible picture.

Law: standard library only, and no knowledge of the driver. It follows the data sheets, so that it can judge the driver.
Anything that a real chip would not do raises `ProtocolError`.
"""
