"""Conditions made ready are checked as their trees are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.kits.formulas.evaluation import DividedByZero, Situation, holds
from companion.kits.formulas.expression import parse_expression
from companion.kits.formulas.vocabulary import Vocabulary
from companion.kits.things.judges import judge_of

NAMES = Vocabulary(("pot", "score"), conditions=("storm",), decks=("pile",), has_dice=True)
NUMBERS = (
    "sum", "3", "pot", "score * 99999", "6 / pot", "count 6", "highest", "lowest", "turn", "round + people", "faces",
    "min(sum, pot)", "max(1, score - 7)", "-pot", "pairs", "left pile", "(if pot > 1 then sum else score)",
)  # fmt: skip
SIGNS = ("=", "!=", "<", "<=", ">", ">=")
COMPARED = [f"{one} {sign} {other}" for one in NUMBERS for sign in SIGNS for other in NUMBERS]
SIMPLE = st.sampled_from([*COMPARED, "always", "storm", "alike 2", "run 3"])
CONDITIONS = SIMPLE | st.tuples(SIMPLE, st.sampled_from(["and", "or", "and not", "or not"]), SIMPLE).map(" ".join)
SMALL = st.integers(-3, 9)
SCENES = st.builds(
    lambda numbers, **fields: Situation(numbers=dict(zip(("pot", "score"), numbers, strict=False)), **fields),
    st.lists(SMALL | st.just(999_999), max_size=2),
    conditions=st.sampled_from([(), ("storm",)]),
    piles=st.sampled_from([{}, {"pile": 4}]),
    dice=st.lists(st.integers(1, 6) | st.just("won"), max_size=5).map(tuple),
    total=st.none() | SMALL,
    turn=SMALL,
    round=SMALL,
)


def answered(judge: object, *given: object) -> bool | str:
    try:
        return bool(judge(*given))  # type: ignore[operator]
    except DividedByZero:
        return "divided by zero"


@given(CONDITIONS, SCENES)
def test_a_condition_made_ready_holds_where_its_tree_does(text: str, scene: Situation) -> None:
    condition = parse_expression(text, NAMES, "condition")
    assert answered(judge_of(condition), scene) == answered(holds, condition, scene)
