"""MQTT: the table and its home by a broker, both ways.

Law: a way out and a way in. What is told is made one room further out, as for all who hear of the table; what must
arrive waits in the journal; what comes in is hostile until it is read as a message. ``paho`` is imported here alone.
"""
