"""``/api/v1``: JSON for pages and other programs, filtered for each caller."""
