"""HTTP: the server, its streams, who is calling and what may be asked of it. It knows no address by name."""
