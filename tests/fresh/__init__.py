"""The README's two commands on bare Debians: ``make fresh``.

Each Debian is a folder with python3, python3-venv, make and git, entered by chroot. It shares this computer's network.
"""
