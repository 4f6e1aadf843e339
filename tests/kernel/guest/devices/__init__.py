"""The program and its hardware package on the kernel's devices: one boot, one table shared by all that can share it."""
