"""Options, errors, the library and the caches, shared by the calls."""
