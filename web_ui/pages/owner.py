"""The owner's page: pairing, joined phones, language, sound, devices, games, records.

This computer is always an owner; a phone is one after an OK at the table. The pairing window can be opened only at the
table.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, render_template

from companion.engine.values.seats import TABLE
from companion.runtime.clock import local_text
from web_ui.api.backups import owner_of
from web_ui.api.context import AppContext
from web_ui.api.games.files import own_games_of
from web_ui.api.owner import examined
from web_ui.api.records import kept_games
from web_ui.http.content.errors import Problem
from web_ui.pages.first_picture import json_in_page, words_of

_ELSEWHERE = frozenset({"keep-nothing", "lang", "brightness", "sound", "phones", "about"})
"""Rows of the table's tree that this page leaves out.

They have a place of their own on it, or are for people at the table.
"""
_WORDS: dict[str, tuple[str, ...]] = {"page.back": (), "page.range": ("label", "minimum", "maximum")}
"""Texts of rows and forms that the tree doesn't have."""


def create_owner(context: AppContext) -> Blueprint:
    """Return the owner's page over *context*."""
    owner = Blueprint("owner", __name__)
    owner.add_url_rule("/owner", "page", partial(_page, context))
    owner.add_url_rule("/doctor", "doctor", partial(_doctor, context))
    return owner


def _page(context: AppContext) -> str:
    caller, published = context.caller(), context.source.published
    if not context.may_read():
        raise Problem(403, "not-in")
    lang = context.lang()
    owns, services = caller.is_owner(published), context.services
    card = services.cards.last() if owns else None
    view = context.views.view(published, caller, context.chosen_lang())
    return render_template(
        "owner.html",
        lang=lang,
        chosen=context.chosen_lang(),
        say=partial(context.texts.say, lang),
        table=context.views.table(published, view, context.views.lamps()),
        owns=owns,
        is_trial=owns and services.wiring.is_on,
        faults=published.faults if owns else (),
        card=card,
        card_at=local_text(card.at) if card else "",
        tell=partial(context.texts.tell, lang),
        by_table=not caller.this_computer,
        may_switch_off=services.power is not None,
        outcome=context.phones.outcome(context.cookie()),
        muted=published.muted,
        table_lang=published.lang,
        languages=[(code, context.texts.name_of(code)) for code in context.texts.languages],
        televisions=len(published.roster.televisions),
        window=context.phones.window.shown is not None,
        phones=_phones(context) if owns else [],
        records=kept_games(context, lang) if owns else [],
        forget_asked=services.reset.asked(caller.phone) if owns and services.reset is not None else "",
        start=_start(context, lang) if owns else "",
        own=own_games_of(context) if owns and services.own_games is not None else None,
        **_backups(context, owns),
    )


def _backups(context: AppContext, owns: bool) -> dict[str, Any]:
    """Return the page's data about backups, for an owner."""
    if not owns or (backups := context.services.backups) is None:
        return {"keeps": False}
    nights = context.services.nights
    who, last = owner_of(context), backups.last
    held = backups.held(who)
    return {
        "keeps": True,
        "last_backup": last,
        "backup_at": local_text(last or ""),
        "backup_asked": backups.asked(who),
        "held": held,
        "held_at": local_text(held.at) if held else "",
        "nights": nights.told() if nights is not None else None,
        "local_text": local_text,
    }


def _doctor(context: AppContext) -> str:
    """Return the doctor's page part, examined again for each page."""
    found, lang = examined(context), context.lang()
    checks = context.texts.localize(lang, found).checks
    levels = [check.level for check in checks]
    return render_template(
        "doctor.html",
        lang=lang,
        chosen=context.chosen_lang(),
        say=partial(context.texts.say, lang),
        version=context.source.published.version,
        checks=checks,
        faults=levels.count("fault"),
        warnings=levels.count("warning"),
    )


def _start(context: AppContext, lang: str) -> str:
    """Return the rows for opening, resuming and deleting games, as JSON."""
    seen = context.source.published.seen_by(TABLE, frozenset({TABLE}))
    rows = next((row.then for row in seen.table_menu if row.word == "table"), seen.table_menu)
    games = [context.texts.localize(lang, row) for row in rows if row.word not in _ELSEWHERE]
    table = {"table_menu": games, "seats": ["table"], "people": [], "reveal": {} if seen.reveal else None}
    return json_in_page({"table": table, "words": words_of(context.texts, lang, _WORDS), "chosen": None})


def _phones(context: AppContext) -> list[dict[str, Any]]:
    """Return the joined phones; *id* is the start of the roster's key."""
    published, own = context.source.published, context.caller().phone
    return [
        {
            "id": key[:16],
            "name": phone.name,
            "seats": [published.open.people[seat] for seat in phone.seats if seat < len(published.open.people)],
            "presence": context.views.presence.of_phone(key),
            "owner": key in published.roster.owners,
            "own": key == own,
        }
        for key, phone in published.roster.phones.items()
    ]
