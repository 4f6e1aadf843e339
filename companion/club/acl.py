"""Access list of a club's broker, for Mosquitto. It needs accounts.

Everyone can only speak as themselves. A table's user is its id, so that one pattern holds for all tables. A table
writes below its own name, but not to the topics of its orders. The club reads everything that tables publish, and sends
every order but presses. Home Assistant may press.
"""

from __future__ import annotations

from companion.outside.mqtt import topics

CLUB = "club"
HOUSE = "homeassistant"


def access_list(club: str = CLUB, house: str = HOUSE) -> str:
    """Return the file with the permissions of *club*, *house* and each table.

    *club* and *house* are users.
    """
    told = [f"topic read {each}" for each in topics.all_told()]
    asked = [f"topic write {topics.ROOT}/+/do/{name}" for name in topics.ASKED if name != "press"]
    own = topics.discovery("%u")
    lines = [
        "# Who may say and hear what; for `acl_file` of mosquitto.conf, with `allow_anonymous false` and a",
        "# `password_file`. Nothing is allowed that no line here allows.",
        "",
        "# The club: it reads what tables tell, and asks what its keeper may.",
        f"user {club}",
        *told,
        *asked,
        "",
        "# The house: Home Assistant finds the tables, reads what they tell, and may press their buttons.",
        f"user {house}",
        "topic readwrite homeassistant/#",
        *told,
        f"topic write {topics.ROOT}/+/do/press",
        "",
        "# Every table, whose user is its id: it speaks below its own name, and hears what is asked of it.",
        f"pattern write {topics.ROOT}/%u/+",
        f"pattern read {topics.ROOT}/%u/do/+",
        f"pattern write {own}",
        f"pattern read {topics.HOME_ASSISTANT_STATUS}",
    ]
    return "\n".join([*lines, ""])
