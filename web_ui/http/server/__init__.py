"""The HTTP server: ports, connections and threads."""
