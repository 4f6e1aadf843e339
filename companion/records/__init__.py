"""Records: games as text files that any program can read; written, checked, imported, looked at."""
