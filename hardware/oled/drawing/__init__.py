"""Pictures for 128 x 64 pixels: from cues to scenes. Nothing here knows a wire."""
