"""The Debian package: wheels of all dependencies, and its install scripts.

The scripts make the environment on the machine.

Law: installing downloads nothing and compiles nothing. ``make deb`` builds the package in a checkout, from the locked
versions alone, and fails if a wheel is missing for a Python of ``GLIBC``.
"""
