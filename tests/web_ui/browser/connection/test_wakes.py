"""Phones in a real browser on one whole table, over a network that is cut, stalls, and comes back."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import CDPSession, Page, expect

from companion.opening import Opening
from tests.support.browsing import DESK, EVIL_HOST, PROXY_HOST, WATCHERS_HOST, Pages, tap_disabled
from tests.support.long_forms import few_of
from tests.support.seating import joined
from tests.support.tables import dice
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say
from tests.web_ui.browser.connection.over_network import ROLL, fresh, rolled
from tests.web_ui.browser.proxy import Proxy

MARKUP = "<img src=x>\"'&lt;b"
ONLINE = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}

table = table_of(Opening("fireship", "kit", ("Ada", "Ben")))


@pytest.fixture(scope="module")
def ben(table: Whole) -> str:
    return table.join([1], MARKUP)


def shows_newest(page: Page, table: Whole, within_ms: int = 5000) -> None:
    expect(page.locator(".caption")).to_contain_text(f"Roll {rolled(table)}:", timeout=within_ms)
    expect(page.locator(".roll text").first).to_have_text(str(dice(table.table)["values"][0]), timeout=within_ms)


def sent(page: Page) -> list[str]:
    """Return a list that every command of *page* from now on writes its id in."""
    ids: list[str] = []

    def see(body: str | None) -> None:
        if body and '"do"' in body:
            ids.append(json.loads(body)["id"])

    page.on("request", lambda request: see(request.post_data))
    return ids


def cdp(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)


@pytest.mark.long
def test_two_phones_and_a_watcher_are_at_one_game(pages: Pages, table: Whole, ada: str, ben: str) -> None:
    phones = [table.open(pages, cookie) for cookie in (ada, ben)]
    watcher = pages.open(size={"width": 1920, "height": 1080}, host=WATCHERS_HOST)
    for phone in phones:
        before = rolled(table)
        phone.locator(ROLL).click()
        eventually(lambda before=before: rolled(table) == before + 1)  # type: ignore[misc]
        for page in (*phones, watcher):
            shows_newest(page, table)
    expect(watcher.locator("#dock button")).to_have_count(0)


@pytest.mark.long
def test_a_stream_that_is_cut_under_the_page_is_there_again_at_once(
    pages: Pages, table: Whole, network: Proxy, ada: str
) -> None:
    page = table.open(pages, ada, host=PROXY_HOST)
    joined(page)  # all its modules have come
    page.evaluate("window.sameDocument = true")
    for _ in range(3):
        network.cut()
        table.do("roll dice")
        shows_newest(page, table)
    expect(page.locator("body.stale")).to_have_count(0)
    assert page.evaluate("window.sameDocument")


@pytest.mark.parametrize("how", few_of(["is gone"], ["stalls", "is gone"]))
def test_while_the_network_fails_the_page_says_so_and_then_catches_up(
    pages: Pages, table: Whole, network: Proxy, ada: str, how: str
) -> None:
    page = fresh(pages, table, ada)
    devtools, ids = cdp(page), sent(page)

    def fail(failing: bool) -> None:
        if how == "stalls":
            (network.stall if failing else network.flow)()
        else:
            devtools.send("Network.emulateNetworkConditions", {**ONLINE, "offline": failing})

    fail(True)
    table.do("roll dice")
    page.clock.fast_forward(6_000)
    expect(page.locator("body.stale")).to_have_count(1)
    expect(page.get_by_role("alert").first).to_contain_text(say("page.out_of_touch_title"))
    tap_disabled(page.locator(ROLL))
    page.clock.fast_forward(60_000)
    fail(False)
    shows_newest(page, table)
    expect(page.locator("body.stale")).to_have_count(0)
    expect(page.get_by_role("alert").filter(has_text=say("page.out_of_touch"))).to_have_count(0)
    assert ids == []


@pytest.mark.long
def test_a_page_that_slept_shows_the_newest_when_it_wakes(pages: Pages, table: Whole, ada: str) -> None:
    page = table.open(pages, ada, prepare=lambda page: page.clock.install())
    devtools = cdp(page)
    devtools.send("Page.enable")
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    table.do("roll dice")
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    with page.expect_request("**/api/v1/table*"):  # whatever comes by the old stream, the state of now is asked for
        page.clock.fast_forward(10_000)
    shows_newest(page, table)
    expect(page.locator("body.stale")).to_have_count(0)


@pytest.mark.long
def test_a_roll_whose_answer_was_lost_in_sleep_is_rolled_once(
    pages: Pages, table: Whole, network: Proxy, ada: str
) -> None:
    page = fresh(pages, table, ada)
    ids, before = sent(page), rolled(table)
    network.stall()
    page.locator(ROLL).click()
    eventually(lambda: len(ids) == 1)
    for _ in range(3):
        page.clock.fast_forward(20_000)
    network.flow()
    eventually(lambda: rolled(table) == before + 1)
    shows_newest(page, table)
    expect(page.locator("#dock [aria-busy=true]")).to_have_count(0)
    assert len(set(ids)) == 1
    assert rolled(table) == before + 1


def test_a_double_tap_rolls_once(pages: Pages, table: Whole, ada: str) -> None:
    page = table.open(pages, ada)
    ids, before = sent(page), rolled(table)
    page.locator(ROLL).dblclick()
    eventually(lambda: rolled(table) == before + 1)
    shows_newest(page, table)
    assert len(ids) == 1


@pytest.mark.long
def test_two_tabs_of_a_phone_are_both_live(pages: Pages, table: Whole, ada: str) -> None:
    first = table.open(pages, ada)
    second = first.context.new_page()
    second.goto(first.url)
    expect(second.locator("#link")).to_contain_text("Live")
    before = rolled(table)
    second.locator(ROLL).click()
    eventually(lambda: rolled(table) == before + 1)
    for page in (first, second):
        shows_newest(page, table)


@pytest.mark.long
def test_markup_in_a_name_stays_text_on_every_page(pages: Pages, table: Whole, ben: str) -> None:
    table.do("roll dice")
    phone, panel = table.open(pages, ben), pages.open("/panel", DESK)
    expect(phone.locator("#joined-as")).to_contain_text(MARKUP)
    phone.locator(ROLL).click()
    for page in (phone, panel, pages.open(host=WATCHERS_HOST)):
        expect(page.locator("#caption")).to_contain_text(f"· {MARKUP}")
        assert page.locator("img").count() == 0


EVIL = """<!doctype html><iframe name="sink"></iframe>
<form method="post" enctype="text/plain" target="sink" action="{table}/api/v1/commands">
<input name='{{"id":"evil","seen":99,"seat":0,"do":"roll dice","x":"' value='"}}'></form>
<script>
document.forms[0].submit();
const body = JSON.stringify({{ id: 'evil2', seen: 99, seat: 0, do: 'roll dice' }});
const ask = (path, more) => fetch('{table}/api/v1/' + path, {{ credentials: 'include', ...more }})
  .then((answer) => answer.text()).catch(() => '');
const stream = new Promise((done) => {{
  const source = new EventSource('{table}/api/v1/stream', {{ withCredentials: true }});
  source.onerror = () => done('');
  source.addEventListener('table', (event) => done(event.data));
}});
Promise.all([
  ask('commands', {{ method: 'POST', mode: 'no-cors', body }}),
  ask('commands', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body }}),
  ask('leave', {{ method: 'POST', mode: 'no-cors', body: '{{}}' }}),
  ask('table', {{}}), ask('table', {{ mode: 'no-cors' }}), stream,
]).then((read) => {{ document.title = 'read:' + read.join(''); }});
</script>"""


@pytest.fixture
def evil(table: Whole) -> Iterator[str]:
    """The address of a page of somebody else's that tries to act at the table."""
    text = EVIL.format(table=f"http://{PROXY_HOST}:{table.port}").encode()

    class Evil(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    served = http.server.HTTPServer(("127.0.0.1", 0), Evil)
    thread = threading.Thread(target=served.serve_forever, args=(0.02,), name="evil", daemon=True)
    thread.start()
    yield f"http://{EVIL_HOST}:{served.server_port}/"
    served.shutdown()
    served.server_close()
    thread.join()


@pytest.mark.long
def test_another_sites_page_neither_acts_nor_reads(
    pages: Pages, table: Whole, network: Proxy, ada: str, evil: str
) -> None:
    phone = table.open(pages, ada, host=PROXY_HOST)
    before, start = table.table["version"], len(network.received)
    page = phone.context.new_page()
    page.goto(evil)
    expect(page).to_have_title("read:")
    tried = network.received[start:]
    assert tried.count(b"POST /api/v1/commands") >= 2, "else nothing was tried"
    assert f"Origin: http://{EVIL_HOST}".encode() in tried
    assert table.table["version"] == before
    expect(phone.locator("#joined-as")).to_contain_text("Ada")
