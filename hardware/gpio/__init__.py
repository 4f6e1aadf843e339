"""gpiozero's pins over the kernel's own GPIO interface, through libgpiod's official bindings (`gpiod`).

`GpiodFactory` in `factory` is what every gpiozero device of a Raspberry Pi is given. Nothing polls: one thread sleeps
until a line changes, and hands each edge on with the kernel's own time.
"""

MAX_HZ = 1000.0
"""How fast software pulses a line at most: above it they cost a core, and so much of each period is the thread's own
lateness that no tone is left."""
