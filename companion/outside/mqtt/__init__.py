"""MQTT: messages between the table and a broker, both ways.

Law: ``companion.outside`` makes the messages, as for every way out. A message that must arrive waits in the journal.
Everything received is hostile until it is parsed.
"""
