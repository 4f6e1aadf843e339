import assert from 'node:assert/strict';
import test from 'node:test';

import { randomHex } from '../../../web_ui/static/core/dom.js';
import { send } from '../../../web_ui/static/link/sender.js';

const LOST = new TypeError('network');
const SILENT = null;
const BUSY = { status: 503, body: '{"error": "busy", "text": "The table is busy."}' };
const DONE = { status: 200, body: '{"version": 15}' };

/**
 * Answer each request with the next of *answers*, in the end with the last again and again. A request takes 7 ms, a
 * silent one lasts until it is given up, and each pause *asleepMs* longer. Returns what was asked, and when.
 */
function table(answers, asleepMs = 0) {
  const asked = [];
  let now = 0;
  let patience = null;
  Date.now = () => now;
  globalThis.setTimeout = (run, ms) => {
    if (ms === 1000 || !ms) {
      now += ms && ms + asleepMs;
      queueMicrotask(run);
    } else patience = { run, ms };
    return 0;
  };
  globalThis.fetch = async (address, request) => {
    asked.push({ address, body: JSON.parse(request.body), type: request.headers['Content-Type'], at: now });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    now += answer === SILENT ? patience.ms : 7;
    if (answer === SILENT) {
      patience.run();
      request.signal.throwIfAborted();
    }
    if (answer instanceof Error) throw answer;
    return { ok: answer.status === 200, json: async () => JSON.parse(answer.body) };
  };
  return asked;
}
const command = { seen: 14, seat: 'table', do: 'roll dice' };
const bodies = (asked) => new Set(asked.map((each) => JSON.stringify(each.body))).size;

test('a command carries an id, the version seen, and chance of its own', async () => {
  const asked = table([DONE]);
  assert.deepEqual(await send(command, 'fr'), { done: true, text: '', rule: null });
  const [{ address, body, type }] = asked;
  assert.equal(address, '/api/v1/commands?lang=fr');
  assert.equal(type, 'application/json');
  assert.match(body.id, /^[0-9a-f]{32}$/);
  assert.match(body.entropy, /^[0-9a-f]{32}$/);
  assert.deepEqual([body.seen, body.seat, body.do], [14, 'table', 'roll dice']);
});

test('it is sent with the same id until it is answered', async () => {
  const asked = table([LOST, { status: 502, body: '<html>' }, LOST, DONE]);
  assert.equal((await send(command, null)).done, true);
  assert.deepEqual([asked.length, bodies(asked)], [4, 1]);
});

test('a busy table may still do it: the same id is sent again', async () => {
  const asked = table([BUSY, BUSY, DONE]);
  assert.equal((await send(command, null)).done, true);
  assert.deepEqual([asked.length, bodies(asked)], [3, 1]);
});

for (const [name, answer] of Object.entries({ lost: LOST, silent: SILENT, busy: BUSY })) {
  test(`after thirty seconds of ${name} answers nobody knows, and nothing is sent any more`, async () => {
    const asked = table([answer]);
    assert.equal(await send(command, null), null);
    assert.ok(Date.now() >= 30_000 && Date.now() <= 31_000, `given up after ${Date.now()} ms`);
    assert.ok(asked.length > 1 && asked.at(-1).at > 14_000 && asked.at(-1).at < 30_000, `last sent after ${asked.at(-1).at} ms`);
    assert.equal(bodies(asked), 1);
  });
}

test('a device that slept meanwhile sends nothing when it wakes', async () => {
  const asked = table([LOST, DONE], 3_600_000);
  assert.equal(await send(command, null), null);
  assert.equal(asked.length, 1);
});

test('a device that slept for less sends the same id again, as it saw the table then', async () => {
  const asked = table([LOST, LOST, DONE], 10_000);
  assert.equal((await send(command, null)).done, true);
  assert.deepEqual([asked.length, bodies(asked), asked[2].body.seen], [3, 1, 14]);
});

test('what is over ends at once, in the middle of a request, with the answer that it was given', async () => {
  const asked = table([SILENT]);
  const over = new AbortController();
  globalThis.fetch = (address, { signal }) => new Promise((_, fail) => signal.addEventListener('abort', () => fail(asked.push(address))));
  const sent = send(command, null, over.signal);
  over.abort({ done: true, text: '', rule: null });
  assert.deepEqual(await sent, { done: true, text: '', rule: null });
  assert.deepEqual([asked.length, Date.now()], [1, 0]);
});

test('a refusal is an answer', async () => {
  for (const status of [422, 503]) {
    const asked = table([{ status, body: '{"error": "refused", "text": "Not now.", "rule": "FI-A1"}' }]);
    assert.deepEqual(await send(command, null), { done: false, text: 'Not now.', rule: 'FI-A1' });
    assert.equal(asked.length, 1);
  }
});

test('no two ids are alike', () => {
  assert.equal(new Set(Array.from({ length: 100 }, () => randomHex(16))).size, 100);
});
