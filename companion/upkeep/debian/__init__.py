"""The Debian package: wheels of all dependencies, and its install scripts.

The scripts make the environment on the machine.

Law: where it is installed, nothing is fetched and nothing compiled. It is made in a checkout, by ``make deb``, from the
locked versions alone; a package without a wheel for each Python of ``GLIBC`` ends that.
"""
