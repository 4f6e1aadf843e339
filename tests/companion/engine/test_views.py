from __future__ import annotations

from companion.engine.chance import Card, Hidden
from companion.engine.laws.laws import shown_to, told_to
from companion.engine.state import legal
from companion.engine.values.bags import bag
from companion.engine.values.seats import ALL_SEEING, TABLE, WATCHER
from tests.companion.engine.positions import duel
from tests.support.games.duel import CARDS, DUEL, Dealt, Drew, Robbed, Strike
from tests.support.games.spinner import SPINNER, Scores
from tests.support.rows import each_row

HANDS = (("strike", "guard"), ("guard", "charm"), ("charm",))


def test_a_seat_sees_its_own_hand_and_counts_the_others() -> None:
    assert duel(*HANDS).seen_by(1).hands == (("?", "?"), ("guard", "charm"), ("?",))


@each_row("viewer", [TABLE, WATCHER])
def test_who_has_no_seat_sees_no_hand(viewer: int) -> None:
    assert duel(*HANDS).seen_by(viewer).hands == (("?", "?"), ("?", "?"), ("?",))


def test_an_opened_record_shows_everything() -> None:
    assert duel(*HANDS).seen_by(ALL_SEEING) == duel(*HANDS)


def test_a_view_is_a_state_of_the_same_type() -> None:
    assert type(duel(*HANDS).seen_by(1)) is type(duel(*HANDS))


def test_a_pile_is_only_counted_bag_by_bag() -> None:
    state = duel(*HANDS, pile=(("guard",), ("charm", "strike")))
    assert state.seen_by(0).pile == (("?",), ("?", "?"))


@each_row("viewer", [0, 1, WATCHER])
def test_the_odds_of_a_draw_are_those_of_everything_the_viewer_cannot_place(viewer: int) -> None:
    state = duel(*HANDS, step="draw")
    own = state.hands[viewer] if viewer >= 0 else ()
    request = state.seen_by(viewer).due()
    assert isinstance(request, Card)
    assert bag([*request.cards, *own]) == CARDS


def test_the_hand_that_is_robbed_lies_face_down_in_the_request() -> None:
    state = duel(*HANDS, step="rob", robbed=1)
    assert state.seen_by(0).due() == Hidden("rob", "DU-5", hand=("?", "?"))
    assert state.seen_by(1).due() == state.due()


@each_row(
    ("fact", "knowing"),
    [
        (Dealt(0, ("guard", "charm", "guard")), {0}),
        (Drew(1, "charm"), {1}),
        (Robbed(0, 1, 2, "charm"), {0, 1}),
    ],
    ids=["dealt", "drew", "robbed"],
)
def test_a_hidden_card_is_told_to_those_who_hold_it(fact: Dealt | Drew | Robbed, knowing: set[int]) -> None:
    for viewer in (0, 1, 2, TABLE, WATCHER):
        assert (b"charm" in told_to((fact,), viewer)) is (viewer in knowing)
    assert fact.seen_by(ALL_SEEING) == fact


def test_a_view_offers_the_seat_what_the_state_does() -> None:
    state = duel(*HANDS)
    assert list(legal(state.seen_by(0), 0)) == list(legal(state, 0))
    assert Strike(0, 1) in legal(state.seen_by(0), 0)


def test_two_deals_of_the_others_cards_show_a_seat_the_same_bytes() -> None:
    here, there = duel(*HANDS), duel(HANDS[0], ("strike", "strike"), ("guard",))
    for viewer in (0, TABLE, WATCHER):
        assert shown_to(DUEL, here, viewer) == shown_to(DUEL, there, viewer)
    for viewer in (1, 2):
        assert shown_to(DUEL, here, viewer) != shown_to(DUEL, there, viewer)


def test_where_nothing_is_hidden_everybody_sees_the_state() -> None:
    state = Scores(scores=(3, 4))
    for viewer in (0, 1, TABLE, WATCHER, ALL_SEEING):
        assert state.seen_by(viewer) is state
        assert state.resampled_for(viewer, lambda n: 0) is state
    assert shown_to(SPINNER, state, 1).startswith(b'[{"scores":[3,4]')
