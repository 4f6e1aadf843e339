"""A kit's text with its edits, faults and trial."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.kits.format.kit_file import BadKit, KitFile, kit_of, not_toml
from companion.maker.catalogue import shape_of
from companion.maker.document import BadEdit, edited
from companion.maker.place import seen_faults
from companion.maker.screen import moving, resting
from companion.maker.trial import TrialGame, people_of
from companion.maker.wire import KitShape, KitTrial, MadeKit, MakerRequest, TrialButton
from companion.model.game_view import GameView
from companion.model.snapshot import Snapshot
from companion.runtime.foreign_file import toml_of
from companion.stage.cues import Speaker
from companion.texts.say import Texts


class Maker:
    """Makes kits with *texts* of the table; covers are in its *folder*."""

    def __init__(self, texts: Texts, folder: Callable[[], Path | None]) -> None:
        self._texts = texts
        self._folder = folder

    @property
    def shape(self) -> KitShape:
        """Everything that a kit may have."""
        return shape_of()

    def make(self, request: MakerRequest, lang: str) -> MadeKit:
        """Return the kit of *request* after its edits and presses.

        The trial speaks *lang*.
        """
        text, fault = request.text, None
        try:
            for edit in request.edits:
                text = edited(text, edit)
        except BadEdit as error:
            text, fault = request.text, error.said
        try:
            data = toml_of(text)
        except ValueError as error:
            faults = seen_faults((not_toml(error, text),), text, {})
            return MadeKit(text, "", "", {}, faults=faults, fault=fault, trial=None)
        try:
            kit = kit_of("", data, self._folder())
        except BadKit as error:
            faults = seen_faults(error.faults, text, data)
            return MadeKit(text, _slug(data), _title(data, lang), _plain(data), faults=faults, fault=fault, trial=None)
        trial = self._trial(kit, request, lang)
        title = kit.texts.get(lang, kit.texts["en"])[f"kit.{kit.kit.slug}.name"]
        return MadeKit(text, kit.kit.slug, title, _plain(data), faults=(), fault=fault, trial=trial)

    def _trial(self, file: KitFile, request: MakerRequest, lang: str) -> KitTrial:
        people = people_of(file.kit, request.people)
        trial = TrialGame(file.kit, tuple(str(seat + 1) for seat in range(people)), request.seed)
        refused = None
        for line in request.presses:
            refused = trial.press(line)
        texts = self._texts.over(file.texts)
        snapshot = _published(trial, lang)
        say = Speaker(texts, lang)
        return KitTrial(
            snapshot,
            _viewer(trial, request.seat),
            texts,
            oled=resting(snapshot, say),
            oled_moving=moving(trial, say),
            buttons=_buttons(trial),
            refused=refused.reason if refused else None,
        )


def _published(trial: TrialGame, lang: str) -> Snapshot:
    return Snapshot(
        version=len(trial.table.steps) + 1,
        lang=lang,
        open=GameView(
            game=trial.game,
            setup=trial.setup,
            people=trial.setup.seats,
            state=trial.table.state,
            log=tuple(trial.log),
        ),
    )


def _viewer(trial: TrialGame, wanted: int | None) -> int:
    """Return the seat of the phone to draw."""
    people = trial.state.people
    if wanted is not None and wanted < people:
        return wanted
    return trial.active if people else TABLE


def _buttons(trial: TrialGame) -> tuple[TrialButton, ...]:
    found = trial.game.buttons(trial.state.seen_by(TABLE))
    return tuple(TrialButton(button, line, _said(trial, line)) for button, line in found.items())


def _said(trial: TrialGame, line: str) -> Message:
    """Return the caption of a button for *line*."""
    name = line.rpartition(" ")[2]
    return trial.game.label(name) if " " in line else Message(f"maker.button.{line}")


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return *data* for JSON: dates, which no kit may have, as text."""
    plain: dict[str, Any] = to_builtins(data)
    return plain


def _slug(data: Mapping[str, Any]) -> str:
    slug = data.get("slug")
    return slug if isinstance(slug, str) else ""


def _title(data: Mapping[str, Any], lang: str) -> str:
    """Return the readable part of a faulty kit's name."""
    texts = data.get("text")
    for language in (lang, *(texts if isinstance(texts, Mapping) else ())):
        words = texts.get(language) if isinstance(texts, Mapping) else None
        if isinstance(words, Mapping) and isinstance(words.get("name"), str):
            return str(words["name"])
    return _slug(data)
