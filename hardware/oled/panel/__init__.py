"""The panel: luma's drivers with a wire of their own, and their thread."""
