"""The open game: its steps, its store, its reveal and its records."""
