"""The panel: luma's drivers with our own wire, and the thread that keeps a panel showing what it should."""
