"""Contents of answers: files, templates, bodies, errors and headers."""
