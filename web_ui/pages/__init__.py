"""Pages: what the server draws of them before their modules take over."""
