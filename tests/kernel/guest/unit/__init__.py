"""The service under a real systemd: the units of the package as they are, in one boot."""
