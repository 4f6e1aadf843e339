"""Pages: the server renders them before their modules take over."""
