from __future__ import annotations

from companion.engine.referees.hands import dealt_anew, hands_seen_by, unplaced_by
from companion.engine.values.bags import HIDDEN
from companion.engine.values.seats import ALL_SEEING, WATCHER
from tests.companion.engine.referees.positions import HANDS, raids
from tests.support.sources import seeded


def test_a_hand_is_seen_by_its_seat_and_counted_by_the_others() -> None:
    assert hands_seen_by(1, HANDS) == ((HIDDEN,), ("blank", "no"), ())
    assert unplaced_by(1, HANDS, (("blank",), ("no",))) == ("blank", "no", "no")
    seen = raids().seen_by(WATCHER)
    assert (seen.hands, set(seen.deck)) == (((HIDDEN,), (HIDDEN, HIDDEN), ()), {HIDDEN})
    assert seen.drawable().count("no") == 5, "the odds betray no hand"
    assert raids().seen_by(ALL_SEEING) == raids()


def test_cards_dealt_anew_are_the_same_cards_in_hands_and_piles_as_large_as_before() -> None:
    below = seeded("anew")
    found = {dealt_anew(0, HANDS, (("blank", "blank"), ("no",)), below) for _ in range(40)}
    assert len(found) > 4
    for hands, piles in found:
        assert (hands[0], [*map(len, hands)], [*map(len, piles)]) == (("no",), [1, 2, 0], [2, 1])
        assert sorted(card for cards in (*hands[1:], *piles) for card in cards) == ["blank"] * 3 + ["no"] * 2


def test_a_card_that_is_not_held_is_refused() -> None:
    assert raids().not_held(0, "no") is None
    refusal = raids().not_held(2, "no")
    assert refusal is not None
    assert refusal.reason.key == "refused.not-held"
