"""Photos of a picture, as phones take them: turned, bent, blurred, noisy, small."""

from __future__ import annotations

import io

from PIL import Image, ImageFilter

PHOTO = (1600, 1200)
GROUND = 200
"""The grey of a table below the picture."""


def on_table(picture: Image.Image, share: float = 0.8, degrees: float = 0.0) -> Image.Image:
    """Return a photo of *picture*, turned, whose longer side has that *share* of the photo's shorter one."""
    size = round(min(PHOTO) * share * max(picture.size) / min(picture.size))
    shown = picture.convert("L").resize(
        (size * picture.width // max(picture.size), size * picture.height // max(picture.size)),
        Image.Resampling.BICUBIC,
    )
    photo = Image.new("L", PHOTO, GROUND)
    photo.paste(shown, ((PHOTO[0] - shown.width) // 2, (PHOTO[1] - shown.height) // 2))
    return photo.rotate(degrees, Image.Resampling.BICUBIC, fillcolor=GROUND)


def blurred(photo: Image.Image, radius: float) -> Image.Image:
    """Return *photo* out of focus by *radius* pixels."""
    return photo.filter(ImageFilter.GaussianBlur(radius))


def noisy(photo: Image.Image, spread: float) -> Image.Image:
    """Return *photo* in poor light."""
    return Image.blend(photo, Image.effect_noise(photo.size, spread), 0.3)


def bent(photo: Image.Image, depth: float) -> Image.Image:
    """Return *photo* taken from aside: its right edge is *depth* shorter."""
    width, height = photo.size
    return photo.transform(
        photo.size,
        Image.Transform.QUAD,
        (0, 0, 0, height, width, height * (1 + depth), width, -height * depth),
        Image.Resampling.BICUBIC,
        fillcolor=GROUND,
    )


def in_file(photo: Image.Image, kind: str = "JPEG", quality: int = 80, *, progressive: bool = False) -> bytes:
    """Return *photo* as a file."""
    written = io.BytesIO()
    photo.save(written, kind, **({"quality": quality, "progressive": progressive} if kind == "JPEG" else {}))
    return written.getvalue()
