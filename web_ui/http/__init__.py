"""HTTP: the server, its streams, its callers and their permissions.

It knows no address by name.
"""
