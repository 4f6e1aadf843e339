"""Runs before the firmware: what a Pico has and the WebAssembly build lacks."""

import os
import sys

import _bench

sys.path.insert(0, "/")
if not hasattr(os, "urandom"):
    os.urandom = lambda count: bytes(_bench.random() for _ in range(count))
