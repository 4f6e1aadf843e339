"""The caches beside the program's own files, made at its installation.

The service may not write where its program lies: a missing cache is made again by each start.
"""

from __future__ import annotations

from companion.library.games import Library
from companion.library.packages import installed
from companion.texts.say import LANGUAGES, read_language
from web_ui.http.content.every_request import new_app

PAGES = (("web_ui", "templates"), ("companion.club.app", "page"))
"""Packages with pages, and the folders of their templates."""


def make_ahead() -> None:
    """Parse every shipped file and compile every template without a cache.

    The files are those of texts, games and kits.
    """
    Library(only_shipped=True)
    packages, _ = installed()
    for lang in LANGUAGES:
        read_language(lang)
        for package in packages:
            if package.is_shipped:
                package.texts(lang)
    for name, folder in PAGES:
        pages = new_app(name, folder).jinja_env
        for template in pages.list_templates(extensions=["html"]):
            pages.get_template(template)
