"""Harbour: bring crates from the wreck to your own quay, board other boats, and answer in fog."""
