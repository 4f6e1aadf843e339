"""Access: callers, their shares, and the names of this machine."""
