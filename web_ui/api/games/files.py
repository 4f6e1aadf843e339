"""Games installed, replaced, removed and switched off by the table's owner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask import Response, request

from companion.engine.game import GameInfo
from companion.library.own.collection import FaultyFiles, OwnGames, WouldReplace
from companion.library.own.examination import FileFault, FoundFile, GivenFile
from companion.library.own.history import Change, Deed
from companion.model.requests import RequestRefused
from companion.runtime.clock import local_text
from companion.texts.say import LANGUAGES
from web_ui.api.context import AppContext
from web_ui.api.games.bodies import (
    GameFilesBody,
    GameFilesRefused,
    GivenFault,
    GivenGame,
    GivenGames,
    OwnGameBody,
    OwnGamesBody,
    OwnLanguage,
    PastChange,
    ShelvedGame,
    UnusableFile,
)
from web_ui.api.owner import may_say, must_be_owner
from web_ui.api.routes import RouteAnswer, Routes
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.errors import Problem, refusal_of
from web_ui.http.content.headers import LARGE_BODIES, OWN_GAMES_PATH

ROUTES = Routes()
_WAS: Mapping[Deed, str] = {
    "installed": "own-games.was-installed",
    "replaced": "own-games.was-replaced",
    "removed": "own-games.was-removed",
}
_GIVEN = {
    ("kit", "new"): "own-games.given-game",
    ("kit", "replaces"): "own-games.given-game-replaces",
    ("kit", "same"): "own-games.given-same",
    ("cover", "new"): "own-games.given-cover",
    ("cover", "replaces"): "own-games.given-cover-replaces",
    ("cover", "same"): "own-games.given-cover",
    ("language", "new"): "own-games.given-language",
    ("language", "replaces"): "own-games.given-language-replaces",
    ("language", "same"): "own-games.given-same",
}
"""The words for a given file, by its kind and installed file."""


@ROUTES.post(
    "/games/files",
    GameFilesBody,
    RouteAnswer(GivenGames, "Installed, and on offer.", 201),
    RouteAnswer(GivenGames, "What would be installed, and the faults."),
    example={"id": "b7c41f0e93", "files": [{"name": "pig.toml", "content": 'slug = "pig"'}], "replaces": False},
    problems={
        403: "`not-in`, `not-owner`.",
        409: "`replaces`: others are installed; send it again with `replaces`.",
        413: "The body is larger than 2 MiB.",
        422: "`faults`: nothing is installed; or the game is being played.",
        503: "Nothing can be written down now; or the table is busy.",
    },
)
def install_games(context: AppContext) -> Response:
    """Install kits, covers and languages, for the table's owner.

    All of them or none. They count at once on every page, menu and screen. Files that are installed already change
    nothing.
    """
    games = _for_owner(context)
    request.max_content_length = LARGE_BODIES[OWN_GAMES_PATH]
    body = read_body(GameFilesBody)
    files = [GivenFile(file.name, file.content) for file in body.files]
    if body.only_look:
        looked = games.look(files)
        return answer_json(GivenGames(_given(context, games, looked.found), _faults(context, looked.faults)))
    try:
        found = games.install(files, body.replaces).files
    except FaultyFiles as faulty:
        text = context.texts.say(context.lang(), "own-games.faults")
        return answer_json(GameFilesRefused("faults", text, faults=_faults(context, faulty.faults)), 422)
    except WouldReplace as would:
        given = _given(context, games, would.found)
        text = context.texts.say(context.lang(), "own-games.replaces", titles=tuple(_titles(given)))
        return answer_json(GameFilesRefused("replaces", text, given), 409)
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    given = _given(context, games, found)
    text = context.texts.say(context.lang(), "own-games.installed", titles=tuple(_titles(given)))
    return answer_json(GivenGames(given, text=text), 201)


@ROUTES.get(
    "/games/own",
    RouteAnswer(OwnGamesBody, "All games, own files, and what can be undone."),
    problems={403: "`not-in`, `not-owner`."},
)
def own_games(context: AppContext) -> Response:
    """The table's games and the family's files, for the table's owner."""
    must_be_owner(context)
    return answer_json(own_games_of(context))


@ROUTES.post(
    "/games/own",
    OwnGameBody,
    RouteAnswer(OwnGamesBody, "Done, and durable."),
    example={"id": "b7c41f0e93", "do": "off pig"},
    problems={
        403: "`not-in`, `not-owner`.",
        409: "`stale`: somebody else has undone it.",
        422: "There is no such game, or it is being played.",
        503: "Nothing can be written down now; or the table is busy.",
    },
)
def change_own_games(context: AppContext) -> Response:
    """Switch a game off or on, remove one, or undo a change."""
    games = _for_owner(context)
    verb, _, word = read_body(OwnGameBody).do.partition(" ")
    try:
        if verb == "undo":
            games.undo(int(word))
        elif verb == "remove":
            games.remove(word)
        else:
            games.switch(word, is_off=verb == "off")
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    return answer_json(own_games_of(context))


def own_games_of(context: AppContext) -> OwnGamesBody:
    """Return the games of the table for its owner.

    :raises Problem: 404 if the table has none.
    """
    games = _games(context)
    lang, texts, published = context.lang(), context.texts, context.source.published
    library = games.library
    own = {kit.kit.slug for kit in library.own}
    shelf: dict[str, list[GameInfo]] = {}
    for game in library.games:
        shelf.setdefault(game.slug, []).append(game)
    played = published.open.game.slug if published.open.is_playing and published.open.game is not None else ""
    languages = [code for code in texts.languages if code not in LANGUAGES]
    return OwnGamesBody(
        games=tuple(
            ShelvedGame(
                slug,
                texts.say(lang, modes[0].name.key, **modes[0].name.values),
                f"covers/{next((game for game in modes if game.cover), modes[0]).cover_name}.svg",
                version=modes[0].version,
                author=modes[0].author,
                is_own=slug in own,
                is_off=slug in published.off,
                is_played=slug == played,
            )
            for slug, modes in sorted(shelf.items(), key=lambda each: each[0] not in own)
        ),
        languages=tuple(OwnLanguage(code, texts.name_of(code)) for code in languages),
        unusable=tuple(
            UnusableFile(name, tuple(map(_line, _faults(context, bad)))) for name, bad in games.unusable().items()
        ),
        changes=tuple(
            PastChange(change.number, change.deed, _told(context, change), local_text(change.at))
            for change in games.history.past()
        ),
    )


def _told(context: AppContext, change: Change) -> str:
    lang = context.lang()
    titles = tuple(_in(lang, each) for each in change.titles)
    return context.texts.say(lang, _WAS[change.deed], titles=titles)


def _line(fault: GivenFault) -> str:
    return ": ".join(filter(None, (fault.where, fault.said)))


def _for_owner(context: AppContext) -> OwnGames:
    """Return the own games for a calling owner.

    :raises Problem: 403 for anybody else, 429 if they ask too often.
    """
    may_say(context, must_be_owner(context))
    return _games(context)


def _games(context: AppContext) -> OwnGames:
    games = context.services.own_games
    if games is None:
        raise Problem(404, "unknown")
    return games


def _given(context: AppContext, games: OwnGames, found: Iterable[FoundFile]) -> tuple[GivenGame, ...]:
    versions = {kit.kit.slug: kit.kit.version for kit in games.library.own}
    return tuple(
        GivenGame(
            each.given,
            each.kind,
            each.slug,
            title=_in(context.lang(), each.titles),
            text=_text_of(context, each, versions.get(each.slug, 0)),
            version=each.kit.kit.version if each.kit else 0,
            author=each.kit.kit.author if each.kit else "",
            replaces=(versions.get(each.slug, 0) if each.kit else 0) if each.replaced else None,
        )
        for each in found
    )


def _text_of(context: AppContext, file: FoundFile, old: int) -> str:
    """Return the words for *file*, which replaces version *old*.

    *old* is 0 if none is installed.
    """
    version = file.kit.kit.version if file.kit else 0
    how = "same" if not file.is_new else "replaces" if file.replaced else "new"
    key = _GIVEN[file.kind, how if old or file.kind != "kit" or how != "replaces" else "new"]
    return context.texts.say(context.lang(), key, title=_in(context.lang(), file.titles), version=version, old=old)


def _titles(given: Iterable[GivenGame]) -> list[str]:
    return list(dict.fromkeys(each.title for each in given))


def _in(lang: str, titles: Mapping[str, str]) -> str:
    return titles.get(lang) or next(iter(titles.values()))


def _faults(context: AppContext, faults: Iterable[FileFault]) -> tuple[GivenFault, ...]:
    lang, say = context.lang(), context.texts.say
    return tuple(GivenFault(each.file, each.where, say(lang, each.said.key, **each.said.values)) for each in faults)
