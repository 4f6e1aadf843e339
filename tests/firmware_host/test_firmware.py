"""The firmware as it is flashed, on the real MicroPython: its pins are seen and pulled."""

from __future__ import annotations

import ast
import struct
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from firmware_host import tlink
from firmware_host.bench.emulator import Emulator, VirtualPico, disk_files
from firmware_host.firmware import wiring
from firmware_host.line import SerialLine, Silent
from firmware_host.port import SerialPort
from hardware.outputs.buzzer import SOUNDS
from hardware.ports import SOUND_NAMES
from tests.support.trays import USB_MA, current_ma, greet, land, line_to, lit, windows
from tests.support.waiting import TIMEOUT_S, eventually

pytestmark = pytest.mark.whole

START, LAND = tlink.START, tlink.LAND
DICE, VERDICT, WHEEL, GAUGE = tlink.DICE, tlink.VERDICT, tlink.WHEEL, tlink.GAUGE


SILENT_HZ = 440
"""What a buzzer is set to before it first sounds."""


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    made = Emulator()
    yield made
    made.close()


@pytest.fixture
def line(emulator: Emulator) -> Iterator[SerialLine]:
    with line_to(emulator) as made:
        yield made


def start(motion: int, what: int, count: int) -> bytes:
    return struct.pack(tlink.START_REQUEST, motion, what, count)


def events(line: SerialLine, count: int) -> list[tuple[int, int, bytes]]:
    found: list[tuple[int, int, bytes]] = []

    def came() -> bool:
        found.extend(line.events())
        return len(found) >= count

    eventually(came)
    return found


def comes_true(row: str, holds: Callable[[], bool]) -> None:
    """Wait until it *holds*; a failure names the *row* of the table that it is about."""
    try:
        eventually(holds)
    except pytest.fail.Exception:
        pytest.fail(f"{row}: it never came true")


def pressed(line: SerialLine, count: int) -> list[tuple[str, int]]:
    told = [struct.unpack(tlink.BUTTON_EVENT, payload) for _, _, payload in events(line, count)]
    return [(tlink.BUTTONS[button], what) for button, what, _ in told]


def test_windows_show_the_values_that_they_were_given(emulator: Emulator, line: SerialLine) -> None:
    shown = {(3, 7, 10): ["3", "7", "10"], (1, 100): ["1", "00", ""], (0, 42, 99): ["0", "42", "99"]}
    for motion, values in enumerate(shown, 1):
        line.request(LAND, land(motion, DICE, len(values), *values))
        comes_true(f"{values}", lambda values=values: windows(emulator.board) == shown[values])  # type: ignore[misc]


def test_dice_tumble_until_the_host_says_what_they_show_and_then_land_in_the_time_given() -> None:
    seen: list[str] = []
    emulator = Emulator(on_event=lambda event: seen.append(event["event"]))
    try:
        with line_to(emulator) as line:
            line.request(START, start(1, DICE, 3))
            eventually(lambda: seen.count("pixels") > 20)
            assert line.state().doing == tlink.MOVING
            line.request(LAND, land(1, DICE, 3, 3, 7, 10, in_ms=300))
            begun_s = time.monotonic()
            ((kind, _, payload),) = events(line, 1)
            assert (kind, payload) == (tlink.LANDED, struct.pack("<I", 1))
            assert time.monotonic() - begun_s > 0.25
            eventually(lambda: windows(emulator.board) == ["3", "7", "10"])
            assert (line.state().doing, line.state().landed) == (tlink.RESTING, 1)
    finally:
        emulator.close()


def test_a_verdict_lights_its_lamp(emulator: Emulator, line: SerialLine) -> None:
    for motion, (value, lamp) in enumerate(((1, 0), (0, 1)), 1):
        line.request(START, start(motion, VERDICT, 1))
        comes_true(f"{value} in motion", lambda: windows(emulator.board) == ["--"] * 3)
        line.request(LAND, land(motion, VERDICT, 1, value, in_ms=60))
        events(line, 1)
        comes_true(
            f"{value}",
            lambda lamp=lamp: (lit(emulator.board, wiring.VERDICT), windows(emulator.board)) == ([lamp], [""] * 3),  # type: ignore[misc]
        )


@pytest.mark.parametrize(
    ("leds", "segments", "at", "sector"),
    [
        (22, 11, 7, [14, 15]),
        (33, 11, 7, [21, 22, 23]),
        (35, 11, 10, [30, 31, 32]),
        (24, 6, 5, [20, 21, 22, 23]),
    ],
)
def test_a_wheel_lights_the_sector_it_lands_on_whatever_ring_is_there(
    leds: int, segments: int, at: int, sector: list[int]
) -> None:
    emulator = Emulator(ring_leds=leds)
    try:
        with line_to(emulator, session=3) as line:
            assert line.greet(3).ring_leds == leds
            line.request(START, start(1, WHEEL, segments))
            line.request(LAND, land(1, WHEEL, segments, at, in_ms=200))
            events(line, 1)
            eventually(lambda: lit(emulator.board, wiring.RING) == sector)
    finally:
        emulator.close()


GAUGES = (
    (10, 0, "sea", 3, 2),
    (10, 9, "coral", 33, 0),
    (24, 11, "kelp", 16, 1),
    (1, 0, "brass", 33, 0),
    (100, 0, "sea", 0, 2),
)
"""Ticks, the one it stands at, its tint; how many LEDs are lit, and which of their colours is the strongest."""


@pytest.mark.long
def test_a_gauge_fills_the_ring_as_far_as_its_tick_in_its_tint(emulator: Emulator, line: SerialLine) -> None:
    for motion, (ticks, at, tint, leds, strongest) in enumerate(GAUGES, 1):
        line.request(START, start(motion, GAUGE, ticks))
        comes_true(f"{ticks} in motion", lambda: len(lit(emulator.board, wiring.RING)) == 1)
        line.request(LAND, land(motion, GAUGE, ticks, at, tlink.TINTS.index(tint), in_ms=60))
        events(line, 1)
        line.ping()
        wanted = list(range(leds))
        comes_true(f"{at} of {ticks}", lambda wanted=wanted: lit(emulator.board, wiring.RING) == wanted)  # type: ignore[misc]
        if leds:
            colour = emulator.board.pixels[wiring.RING][:3]
            assert colour.index(max(colour)) == strongest, (ticks, at, tint)


def greedy(ring_leds: int) -> tuple[tuple[bytes, int], ...]:
    """The pictures with the most light in them that there are, and how many LEDs each lights at least."""
    return (
        (land(1, DICE, 3, 88, 88, 88), 42),
        (land(2, WHEEL, 2, 0), ring_leds // 2),
        (land(3, GAUGE, 1, 0, tlink.TINTS.index("brass")), ring_leds),
        (land(4, DICE, 3, 88, 88, 88), 42),
    )


@pytest.mark.parametrize(
    "ring_leds", [22, 255, pytest.param(33, marks=pytest.mark.long), pytest.param(60, marks=pytest.mark.long)]
)
def test_at_no_moment_does_the_tray_draw_more_than_a_usb_port_gives(ring_leds: int) -> None:
    board, drawn, pins = VirtualPico(), [0.0], (*wiring.WINDOWS, wiring.RING)

    def see(event: Any) -> None:
        board.take(event)
        drawn.append(current_ma(board))

    emulator = Emulator(ring_leds=ring_leds, on_event=see)
    try:
        with line_to(emulator) as line:
            line.request(tlink.BRIGHTNESS, b"\x05")
            for request, leds in greedy(ring_leds):
                line.request(LAND, request)
                events(line, 1)
                eventually(lambda leds=leds: sum(len(lit(board, pin)) for pin in pins) == leds)  # type: ignore[misc]
                for level in (1, 5):
                    line.request(tlink.BRIGHTNESS, bytes((level,)))
        assert max(drawn) <= USB_MA
        assert max(drawn) > 0.9 * USB_MA, "or it is dimmer than it has to be"
    finally:
        emulator.close()


def test_usual_dice_are_all_equally_bright_whatever_they_show(emulator: Emulator, line: SerialLine) -> None:
    line.request(tlink.BRIGHTNESS, b"\x05")
    for motion, values in enumerate(((1, 1, 1), (8, 10, 10), (10, 10, 10), (8, 8, 8)), 1):
        line.request(LAND, land(motion, DICE, 3, *values))
        eventually(lambda values=values: windows(emulator.board) == list(map(str, values)))  # type: ignore[misc]
        eventually(lambda: {max(emulator.board.pixels[pin]) for pin in wiring.WINDOWS} == {180 * 110 // 255})


CANNOT = (
    (START, start(1, DICE, 4)),
    (START, start(1, DICE, 0)),
    (START, start(1, 9, 1)),
    (START, start(1, WHEEL, 34)),
    (START, b"\x01"),
    (LAND, land(1, DICE, 3, 1, 2)),
    (LAND, land(1, DICE, 2, 1, 101)),
    (LAND, land(1, WHEEL, 11, 11)),
    (LAND, land(1, VERDICT, 1, 2)),
    (tlink.BRIGHTNESS, b"\x06"),
    (tlink.BRIGHTNESS, b"\x00"),
    (tlink.SOUND, b"\x07"),
    (START, start(1, GAUGE, 0)),
    (LAND, land(1, GAUGE, 10, 10, 0)),
    (LAND, land(1, GAUGE, 10, 9, 4)),
    (LAND, land(1, GAUGE, 10, 9)),
    (tlink.IDOL, struct.pack(tlink.IDOL_REQUEST, 1, 181, 0)),
    (tlink.LAMPS, b""),
)


def test_what_the_tray_cannot_do_is_refused_and_it_goes_on(line: SerialLine) -> None:
    for kind, payload in CANNOT:
        with pytest.raises(tlink.TrayRefused) as refused:
            line.request(kind, payload)
        assert refused.value.reason == tlink.UNREADABLE
    line.request(LAND, land(2, DICE, 3, 1, 2, 3))
    assert line.state().landings == 1


def test_an_unknown_request_is_refused(line: SerialLine) -> None:
    with pytest.raises(tlink.TrayRefused) as refused:
        line.request(0x3E)
    assert refused.value.reason == tlink.UNKNOWN


def test_a_motion_lands_once_even_for_a_host_that_comes_back(emulator: Emulator) -> None:
    for session in (1, 2, 3):
        with line_to(emulator, session) as line:
            line.request(LAND, land(9, DICE, 3, 3, 7, 10))
            assert (line.state().landings, line.state().motion) == (1, 9)


def test_a_press_counts_at_its_first_edge_and_its_bouncing_does_not(emulator: Emulator, line: SerialLine) -> None:
    pin = wiring.BUTTONS[1]
    for down in (True, False, True, False, True):
        emulator.pull(pin, down)
    assert pressed(line, 1) == [("spin", tlink.PRESSED)]
    eventually(lambda: line.state().buttons[1].since_s > 0.1)
    emulator.pull(pin, False)
    assert pressed(line, 1) == [("spin", tlink.RELEASED)]
    assert [button.presses for button in line.state().buttons] == [0, 1, 0, 0]


@pytest.mark.long
def test_a_button_held_for_a_second_says_so_and_a_second_button_cancels_that(
    emulator: Emulator, line: SerialLine
) -> None:
    emulator.pull(wiring.BUTTONS[3], True)
    assert pressed(line, 2) == [("ok", tlink.PRESSED), ("ok", tlink.HELD)]
    emulator.pull(wiring.BUTTONS[3], False)
    assert pressed(line, 1) == [("ok", tlink.RELEASED)]
    for button in (0, 1):
        emulator.pull(wiring.BUTTONS[button], True)
    assert sorted(pressed(line, 2)) == [("roll", tlink.PRESSED), ("spin", tlink.PRESSED)]
    eventually(lambda: line.state().buttons[1].since_s > 1.2)
    for button in (0, 1):
        emulator.pull(wiring.BUTTONS[button], False)
    assert sorted(pressed(line, 2)) == [("roll", tlink.RELEASED), ("spin", tlink.RELEASED)]


@pytest.mark.long
def test_a_button_that_is_down_at_the_start_says_nothing_until_it_was_let_go(emulator: Emulator) -> None:
    pin = wiring.BUTTONS[2]
    emulator.pull(pin, True)
    emulator.reset()
    eventually(lambda: emulator.boots == 2)
    with line_to(emulator, session=2) as line:
        assert line.state().buttons[2].down
        emulator.pull(pin, False)
        eventually(lambda: not line.state().buttons[2].down)
        assert line.state().event == 0
        emulator.pull(pin, True)
        assert pressed(line, 1) == [("draw", tlink.PRESSED)]


def test_lamps_are_lit_as_the_host_says(emulator: Emulator, line: SerialLine) -> None:
    for bits in (0b0101, 0b1010, 0):
        line.request(tlink.LAMPS, bytes((bits,)))
        wanted = [bits >> place & 1 for place in range(4)]
        eventually(lambda wanted=wanted: [emulator.board.levels[pin] for pin in wiring.LAMPS] == wanted)  # type: ignore[misc]


def test_brightness_changes_how_bright_the_lights_are_and_not_which(emulator: Emulator, line: SerialLine) -> None:
    line.request(LAND, land(1, DICE, 3, 3, 7, 10))
    for level, share in ((1, 10), (3, 60), (5, 110)):
        line.request(tlink.BRIGHTNESS, bytes((level,)))
        brightest = 180 * share // 255
        eventually(lambda brightest=brightest: max(emulator.board.pixels.get(wiring.WINDOWS[0], b"\0")) == brightest)  # type: ignore[misc]
        assert windows(emulator.board) == ["3", "7", "10"]


def slow_tune() -> dict[str, bytes]:
    """The firmware with a tune "win" that stays a minute on its first tone."""
    files = disk_files()
    files["buzzer.py"] = files["buzzer.py"].replace(b"((1047, 100)", b"((1047, 60000)")
    return files


def test_a_tune_is_played_to_its_end_and_the_newest_wins() -> None:
    heard: list[tuple[str, int]] = []

    def hear(event: Any) -> None:
        if event.get("pin") == wiring.BUZZER:
            heard.append((event["event"], event["value"]))

    # The first tone is so long that it is the newer tune which ends it, on a slow machine too.
    emulator = Emulator(files=slow_tune(), on_event=hear)
    try:
        with line_to(emulator) as line:
            line.request(tlink.SOUND, bytes((tlink.SOUNDS.index("win"),)))
            line.request(tlink.SOUND, bytes((tlink.SOUNDS.index("land"),)))
            eventually(lambda: ("freq", 1568) in heard and heard[-1] == ("duty", 0))
            assert [value for kind, value in heard if kind == "freq" and value != SILENT_HZ] == [1047, 1047, 1568]
    finally:
        emulator.close()


def test_a_tray_sounds_like_the_table_itself() -> None:
    (tunes,) = (
        ast.literal_eval(each.value)
        for each in ast.parse(disk_files()["buzzer.py"]).body
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "TUNES"
    )
    own = [tuple((hertz, round(1000 * seconds)) for hertz, seconds in SOUNDS[sound]) for sound in SOUND_NAMES]
    assert SOUND_NAMES == tlink.SOUNDS
    assert list(tunes) == own


@pytest.mark.long
def test_a_pause_within_a_tune_is_silent() -> None:
    heard: list[tuple[str, int]] = []

    def hear(event: Any) -> None:
        if event.get("pin") == wiring.BUZZER:
            heard.append((event["event"], event["value"]))

    emulator = Emulator(on_event=hear)
    try:
        with line_to(emulator) as line:
            line.request(tlink.SOUND, bytes((tlink.SOUNDS.index("refusal"),)))
            eventually(lambda: [value for kind, value in heard if kind == "duty" and value].count(32768) == 2)
            eventually(lambda: heard[-1] == ("duty", 0))
    finally:
        emulator.close()


def test_silence_cuts_a_tune_off() -> None:
    duties: list[int] = []

    def hear(event: Any) -> None:
        if event["event"] == "duty" and event["pin"] == wiring.BUZZER:
            duties.append(event["value"])

    emulator = Emulator(files=slow_tune(), on_event=hear)
    try:
        with line_to(emulator) as line:
            line.request(tlink.SOUND, bytes((tlink.SOUNDS.index("win"),)))
            eventually(lambda: duties[-1:] == [32768])
            line.request(tlink.SOUND, bytes((tlink.SILENCE,)))
            eventually(lambda: duties[-1:] == [0])
    finally:
        emulator.close()


@pytest.mark.long
def test_a_tray_that_is_not_used_rests_in_the_dark_and_any_button_lights_it_again() -> None:
    files = disk_files()
    files["tray.py"] = files["tray.py"].replace(b"REST_MS = 900000", b"REST_MS = 500")
    emulator = Emulator(files=files)
    try:
        with line_to(emulator) as line:
            line.request(LAND, land(1, DICE, 3, 3, 7, 10))
            line.request(tlink.LAMPS, b"\x01")
            eventually(lambda: windows(emulator.board) == ["3", "7", "10"])
            eventually(lambda: line.ping() >= 0 and windows(emulator.board) == ["", "", ""])
            assert emulator.board.levels[wiring.LAMPS[0]] == 1
            line.events()
            emulator.pull(wiring.BUTTONS[0], True)
            assert pressed(line, 1) == [("roll", tlink.PRESSED)]
            eventually(lambda: windows(emulator.board) == ["3", "7", "10"])
    finally:
        emulator.close()


def test_a_tray_that_hears_nothing_goes_dark_and_shows_the_same_again_when_it_does() -> None:
    files = disk_files()
    files["tray.py"] = files["tray.py"].replace(b"SILENT_MS = 10000", b"SILENT_MS = 400")
    emulator = Emulator(files=files)
    try:
        with line_to(emulator) as line:
            line.request(LAND, land(1, DICE, 3, 3, 7, 10))
            line.request(tlink.LAMPS, b"\x01")
            eventually(lambda: windows(emulator.board) == ["3", "7", "10"])
            eventually(lambda: windows(emulator.board) == ["", "", ""] and not emulator.board.levels[wiring.LAMPS[0]])
            line.ping()
            eventually(lambda: windows(emulator.board) == ["3", "7", "10"])
            eventually(lambda: emulator.board.levels[wiring.LAMPS[0]] == 1)
    finally:
        emulator.close()


def test_garbage_and_a_spoilt_frame_are_survived(emulator: Emulator) -> None:
    port = SerialPort(emulator.path)
    line = SerialLine(port)
    greet(line, 1)
    for garbage in (bytes(range(256)) * 2, b">>> print(1)\r\n", tlink.pack(LAND, 1, land(1, DICE, 3, 1, 2, 3))[:-4]):
        port.write(garbage)
        line.ping()
    assert line.state().landings == 0
    port.close()


def test_what_a_request_asks_for_is_done_before_the_next_is_answered(emulator: Emulator) -> None:
    port = SerialPort(emulator.path)
    greet(SerialLine(port), 1)
    decoder = tlink.Decoder()
    for motion in range(1, 11):
        asked = (LAND, land(motion, DICE, 3, 1, 2, 3)), (tlink.STATE, b""), (tlink.CLEAR, b"")
        port.write(b"".join(tlink.pack(kind, motion, payload) for kind, payload in asked))
        heard: list[tuple[int, int, bytes]] = []
        while len(heard) < len(asked) + 1:
            assert port.wait(TIMEOUT_S)
            heard += [message for message in decoder.feed(port.read()) if message[0] != tlink.HELLO | tlink.ANSWER]
        kinds = [kind for kind, _, _ in heard]
        assert kinds == [LAND | tlink.ANSWER, tlink.LANDED, tlink.STATE | tlink.ANSWER, tlink.CLEAR | tlink.ANSWER]
        (_, _, doing, _, landed, landings, _), _ = tlink.read(tlink.STATE_ANSWER, heard[2][2])
        assert (doing, landed, landings) == (tlink.RESTING, motion, motion)
    port.close()


@pytest.mark.long
def test_of_bytes_that_come_one_a_pass_without_a_zero_no_more_is_kept_than_a_frame_holds() -> None:
    files = disk_files()
    main = files["main.py"].replace(b"if not ready(0):", b"if True:  # nothing more is there yet")
    kept = b"self.tray.kept = max(self.tray.kept, len(self._came))\n        self._watchdog.feed()"
    files["main.py"] = main.replace(b"self._watchdog.feed()", kept)
    assert files["main.py"] != main != disk_files()["main.py"]
    files["tray.py"] += b"\nclass PicoTray(PicoTray):\n    kept = 0\n    def hello(self):\n"
    files["tray.py"] += b"        return bytes((3, 33)) + str(self.kept).encode() + b' x'\n"
    trickled = Emulator(files=files)
    try:
        port = SerialPort(trickled.path)
        line = SerialLine(port)
        greet(line, 1)
        port.write(b"A" * 2000)
        line.ping()
        assert int(greet(line, 2).firmware) == tlink.LARGEST_BODY
        port.close()
    finally:
        trickled.close()


def test_each_start_has_another_boot_id_and_nothing_of_before_is_done(emulator: Emulator) -> None:
    port = SerialPort(emulator.path)
    line = SerialLine(port)
    before = greet(line, 1).boot
    emulator.reset()

    def is_refused() -> bool:
        try:
            line.request(LAND, land(1, DICE, 3, 1, 2, 3))
        except tlink.TrayRefused as refused:
            assert refused.reason == tlink.NO_HELLO
            return True
        except Silent:
            return False  # it may take long to start
        return False  # until the reset has come it is the tray that was greeted

    eventually(is_refused)
    assert greet(line, 1).boot != before
    port.close()


def test_a_crash_shows_its_traceback_lets_go_of_everything_and_the_watchdog_starts_the_tray_again() -> None:
    seen: list[str] = []
    files = disk_files()
    files["main.py"] = files["main.py"].replace(b"PATIENCE_MS = 8000", b"PATIENCE_MS = 600")
    files["buzzer.py"] = files["buzzer.py"].replace(b"TUNES[sound], 0", b"TUNES[sound + 10], 0")
    files["tlink.py"] = files["tlink.py"].replace(b"except (ValueError, IndexError)", b"except ValueError")
    emulator = Emulator(files=files, on_event=lambda event: seen.append(event["event"]))
    board = emulator.board
    try:
        port = SerialPort(emulator.path)
        line = SerialLine(port)
        greet(line, 1)
        line.request(LAND, land(1, DICE, 3, 3, 7, 10))
        line.request(tlink.LAMPS, b"\x01")
        line.request(tlink.IDOL, struct.pack(tlink.IDOL_REQUEST, 2, 90, 1))
        eventually(lambda: windows(board) == ["3", "7", "10"] and board.duty[wiring.IDOL_TURNS] > 0)
        port.write(tlink.pack(tlink.SOUND, 9, b"\x00"))
        eventually(lambda: b"IndexError" in written(port))
        eventually(lambda: (windows(board), board.levels[wiring.LAMPS[0]]) == (["", "", ""], 0))
        eventually(lambda: not any(board.duty[pin] for pin in (wiring.IDOL_TURNS, wiring.IDOL_PUSHES, wiring.BUZZER)))
        eventually(lambda: emulator.boots == 2)
        assert "watchdog" in seen
        greet(line, 2)
        assert line.state().landings == 0
        port.close()
    finally:
        emulator.close()


def written(port: SerialPort) -> bytes:
    """What has come on *port*, until nothing more comes."""
    text = b""
    while port.wait(0.3):
        text += port.read()
    return text


@pytest.mark.long
def test_stop_leads_to_the_prompt_once() -> None:
    seen: list[str] = []
    emulator = Emulator(on_event=lambda event: seen.append(event["event"]))
    try:
        with line_to(emulator) as line:
            line.request(tlink.STOP)
        eventually(lambda: "prompt" in seen)
        port = SerialPort(emulator.path)
        port.write(b"1 + 41\r")
        assert b"42" in written(port)
        port.close()
        emulator.reset()
        eventually(lambda: emulator.boots == 3)
        with line_to(emulator, session=2) as line:
            assert line.state().landings == 0
    finally:
        emulator.close()


def test_it_takes_half_of_a_picos_memory_at_most() -> None:
    files = disk_files()
    # Looked at before the first round: what a round leaves is collected when there is no room for more.
    files["main.py"] = files["main.py"].replace(b"while not loop", b"measure(loop)\n            while not loop")
    files["main.py"] = files["main.py"].replace(
        b"def rounds", b"def measure(loop):\n    import gc\n    loop.tray.memory = gc.mem_alloc()\n\n\ndef rounds"
    )
    files["tray.py"] += b"\nclass PicoTray(PicoTray):\n    def hello(self):\n"
    files["tray.py"] += b"        return bytes((3, 33)) + str(self.memory).encode() + b' x'\n"
    measured = Emulator(files=files)
    try:
        port = SerialPort(measured.path)
        assert int(greet(SerialLine(port), 1).firmware) < 85_000, "another 10 kB are for what a turn of the loop leaves"
        port.close()
    finally:
        measured.close()


def test_what_rounds_leave_is_collected_however_long_it_runs() -> None:
    files = disk_files()
    files["tray.py"] += b"\nimport gc\nclass PicoTray(PicoTray):\n    rounds = 0\n    def tick(self, now_ms):\n"
    files["tray.py"] += b"        super().tick(now_ms)\n        self.rounds += 1\n        bytes(10_000)\n"
    files["tray.py"] += b"    def hello(self):\n"
    files["tray.py"] += b"        return bytes((3, 33)) + b'%d,%d x' % (self.rounds, gc.mem_alloc())\n"
    running = Emulator(files=files)
    try:
        port = SerialPort(running.path)

        numbers = count(1)

        def look() -> tuple[int, ...]:
            return tuple(map(int, greet(SerialLine(port), next(numbers)).firmware.split(",")))

        eventually(lambda: look()[0] > 100)
        assert look()[1] < 500_000, "a hundred rounds leave a megabyte"
        port.close()
    finally:
        running.close()
