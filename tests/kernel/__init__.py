"""The table on a real kernel: Debian's own, in a computer that QEMU pretends, with a header, a display and a tray.

Law: what lies here runs on the host, needs nothing of the host's kernel, and writes outside its cache folder nothing.
What the pretended computer does and what is checked in it lies in `guest`. What brings no results has failed.
"""
