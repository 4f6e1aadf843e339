"""The screen's rest: dim, moved and dark while unused, to prevent burn-in.

Only dark pixels don't age. Moving a picture about doesn't make any pixel shine less; it spreads the wear, so that no
edge is burnt in.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from PIL import Image

from hardware.oled.drawing.bitmap import HEIGHT, SIZE, WIDTH
from hardware.ports import Brightness

DIM_S = 60.0
IDLE_S = 300.0
OFF_S = 900.0
MOVE_S = 60.0
PLACES = ((2, 2), (0, 1), (4, 3), (1, 4), (3, 0), (2, 4), (0, 3), (4, 1), (1, 0), (3, 2))
"""Places of the idle picture, minute by minute.

They are columns and rows of a grid of five by five.
"""

LAST_PLACE = 4
CONTRASTS: Mapping[Brightness, int] = {1: 0x0F, 2: 0x3F, 3: 0x7F, 4: 0xBF, 5: 0xFF}
"""The controller's contrast for each brightness of the owner's.

The middle one is its value after a reset.
"""

DIM_CONTRAST = 0x01


class PanelRest(Struct, frozen=True):
    """The depth of the screen's rest: *dim*, its idle *place*, and *lit*.

    *place* is the idle picture's; None shows the current picture. *until_s* is the time of the next change, in seconds
    since the screen was last used; None: it stays.
    """

    dim: bool = False
    place: int | None = None
    lit: bool = True
    until_s: float | None = DIM_S


def rest_after(unused_s: float) -> PanelRest:
    """Return the screen's rest after *unused_s* seconds without use."""
    if unused_s < DIM_S:
        return PanelRest()
    if unused_s < IDLE_S:
        return PanelRest(dim=True, until_s=IDLE_S)
    if unused_s >= OFF_S:
        return PanelRest(dim=True, place=0, lit=False, until_s=None)
    minute = int((unused_s - IDLE_S) // MOVE_S)
    return PanelRest(dim=True, place=minute, until_s=min(IDLE_S + MOVE_S * (minute + 1), OFF_S))


def moved(image: Image.Image, place: int) -> Image.Image:
    """Return *image* with its lit part moved to *place*.

    *place* is a number of minutes. Nothing of the picture is lost.
    """
    box = image.getbbox()
    if box is None:
        return image
    column, row = PLACES[place % len(PLACES)]
    left = (WIDTH - (box[2] - box[0])) * column // LAST_PLACE
    top = (HEIGHT - (box[3] - box[1])) * row // LAST_PLACE
    picture = Image.new("1", SIZE)
    picture.paste(image.crop(box), (left, top))
    return picture
