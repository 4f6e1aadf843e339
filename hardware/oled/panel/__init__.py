"""The panel: luma's drivers with their own wire and thread."""
