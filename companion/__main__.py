"""``python -m companion`` is the command ``tidetable``."""

from __future__ import annotations

from companion.cli.main import main

if __name__ == "__main__":
    main()
