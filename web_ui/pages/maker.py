"""The maker's page: a kit built by touch, for owners."""

from __future__ import annotations

from functools import cache, partial

from flask import Blueprint, render_template, request

from companion.maker.wire import MAX_TEXT
from companion.texts.say import LANGUAGES, PLACEHOLDER, read_language
from web_ui.api.context import AppContext
from web_ui.http.content.errors import Problem
from web_ui.pages.first_picture import PAGE_WORDS, json_in_page, words_of

_FAMILY = "maker-page."
_SHARED: dict[str, tuple[str, ...]] = {
    **PAGE_WORDS,
    **dict.fromkeys(("page.to_table", "join.no-answer", "panel.roll", "panel.spin", "panel.draw"), ()),
}
"""Texts shared with other pages: a phone's picture is drawn here too."""


def create_maker(context: AppContext) -> Blueprint:
    """Return the page over *context*."""
    maker = Blueprint("maker", __name__)
    maker.add_url_rule("/maker", "page", partial(_page, context))
    return maker


def _page(context: AppContext) -> str:
    if not context.may_read():
        raise Problem(403, "not-in")
    lang, chosen = context.lang(), context.chosen_lang()
    owns = context.caller().is_owner(context.source.published)
    start: dict[str, object] = {"chosen": chosen, "games": ()}
    if owns:
        start["words"] = words_of(context.texts, lang, {**_SHARED, **_own_words()})
        start |= _opened(context, request.args.get("kit", ""))
    return render_template(
        "maker.html",
        lang=lang,
        chosen=chosen,
        say=partial(context.texts.say, lang),
        owns=owns,
        start=json_in_page(start),
    )


def _opened(context: AppContext, slug: str) -> dict[str, object]:
    """Return the file of the kit *slug*, own or shipped.

    ``isOwn`` marks the family's own. Nothing without such a kit, or if it is too long for the maker.
    """
    sharing, games = context.services.sharing, context.services.own_games
    source = sharing.source(slug) if sharing is not None and slug else None
    if source is None or games is None or len(source) > MAX_TEXT:
        return {}
    is_own = any(kit.kit.slug == slug for kit in games.library.own)
    return {"text": source.decode("utf-8-sig", "replace"), "isOwn": is_own}


@cache
def _own_words() -> dict[str, tuple[str, ...]]:
    """Return the page's texts with their placeholders."""
    texts = read_language(LANGUAGES[0])
    return {key: tuple(PLACEHOLDER.findall(str(text))) for key, text in texts.items() if key.startswith(_FAMILY)}
