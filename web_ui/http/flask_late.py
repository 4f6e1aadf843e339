"""Flask, imported after READY: the first user imports it, others wait.

Its modules import each other in circles. Two threads that enter one at different ends find modules half made, which
Python's own locks don't prevent, so all of them import it through this module.
"""

from __future__ import annotations

from types import ModuleType

from companion.runtime.late import Late


def _imported() -> ModuleType:
    import flask

    return flask


FLASK = Late(_imported)
"""The lazy import of Flask.

Call it before the import of anything of Flask's or Werkzeug's that may be the first.
"""
