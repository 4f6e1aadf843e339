"""What people press and turn: contacts' edges in, presses and turns out."""
