"""A computer with a drive and a Debian of its own, looked at from the world around it: a module for each start."""
