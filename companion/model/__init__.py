"""The model: plain values of the table that the session publishes and everybody else reads. It writes nothing."""
