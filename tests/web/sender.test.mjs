import assert from 'node:assert/strict';
import test from 'node:test';

import { randomHex, send } from '../../web_ui/static/js/sender.js';

/** Answer each request with the next of *answers*; returns what was asked. */
function table(...answers) {
  const asked = [];
  globalThis.fetch = async (address, request) => {
    asked.push({ address, body: JSON.parse(request.body), type: request.headers['Content-Type'] });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { ok: answer.status === 200, json: async () => JSON.parse(answer.body) };
  };
  globalThis.setTimeout = (run, ms) => (ms === 1000 ? queueMicrotask(run) : 0);
  return asked;
}
const command = { seen: 14, seat: 'table', do: 'roll dice' };

test('a command carries an id, the version seen, and chance of its own', async () => {
  const asked = table({ status: 200, body: '{"version": 15}' });
  assert.deepEqual(await send(command, 'fr'), { done: true, text: '', rule: null });
  const [{ address, body, type }] = asked;
  assert.equal(address, '/api/v1/commands?lang=fr');
  assert.equal(type, 'application/json');
  assert.match(body.id, /^[0-9a-f]{32}$/);
  assert.match(body.entropy, /^[0-9a-f]{32}$/);
  assert.deepEqual([body.seen, body.seat, body.do], [14, 'table', 'roll dice']);
});

test('it is sent with the same id until it is answered', async () => {
  const lost = new TypeError('network');
  const asked = table(lost, { status: 502, body: '<html>' }, lost, { status: 200, body: '{"version": 15}' });
  await send(command, null);
  assert.equal(asked.length, 4);
  assert.equal(new Set(asked.map((each) => JSON.stringify(each.body))).size, 1);
});

test('a refusal is an answer', async () => {
  const asked = table({ status: 422, body: '{"error": "refused", "text": "Not now.", "rule": "FI-A1"}' });
  assert.deepEqual(await send(command, null), { done: false, text: 'Not now.', rule: 'FI-A1' });
  assert.equal(asked.length, 1);
});

test('no two ids are alike', () => {
  assert.equal(new Set(Array.from({ length: 100 }, () => randomHex(16))).size, 100);
});
