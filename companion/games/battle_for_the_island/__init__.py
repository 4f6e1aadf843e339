"""Battle for the Island with its referee: two units of ten, ten blocks, and nobody who knows which of them are live."""
