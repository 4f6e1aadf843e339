"""Streams of server-sent events: the newest state for every listener."""
