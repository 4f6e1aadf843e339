"""The runtime: time, threads and the network name. It knows no game and nothing of the table; everybody may use it."""
