"""gpiozero's pins over the kernel's GPIO interface, through libgpiod (`gpiod`).

These are its official bindings. `GpiodFactory` in `factory` is passed to every gpiozero device of a Raspberry Pi.
Nothing polls: one thread sleeps until a line changes, and hands each edge on with the kernel's own time.
"""

MAX_HZ = 1000.0
"""The maximum rate of software pulses in hertz.

Above it they cost a core, and the thread's lateness takes so much of each period that no tone is left.
"""
