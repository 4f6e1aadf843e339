// Who passed at a device is asked no more there, though nobody else may notice it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { whole } from '../../../web_ui/static/plays/tree.js';
import { Passing } from '../../../web_ui/static/dock/passing.js';

const ROOTS = whole([
  { word: 'pass', label: 'Pass', do: 'pass', role: 'answer', seats: [0, 1] },
  { word: 'pass-until', label: 'Pass until', role: 'answer', then: [{ word: 'my-turn', label: 'My turn', do: 'pass-until my-turn', seats: [0, 1] }] },
  { word: 'play', label: 'Play', role: 'hand', then: [{ word: 'cancel', label: 'Cancel', do: 'play cancel', seats: [0] }] },
  { word: 'correct', label: 'Set right', role: 'aside', do: 'correct', seats: [0, 1] },
]);
const words = (plays) => plays.map((play) => play.word);

test('nothing is left out before somebody passed', () => {
  assert.equal(new Passing().left(ROOTS, 7), ROOTS);
});

test('who passed neither passes again nor answers, until the table tells more', () => {
  const passing = new Passing();
  passing.keep('pass', 0, 7);
  const left = passing.left(ROOTS, 7);
  assert.deepEqual(words(left), ['pass', 'pass-until', 'correct']);
  assert.deepEqual(left[0].seats, [1]);
  assert.deepEqual(left[1].then[0].seats, [1]);
  passing.keep('pass-until my-turn', 1, 7);
  assert.deepEqual(words(passing.left(ROOTS, 7)), ['correct']);
  assert.equal(passing.left(ROOTS, 8), ROOTS);
});

test('who asks to be asked again is asked again', () => {
  const passing = new Passing();
  passing.keep('pass-until my-turn', 0, 7);
  passing.keep('answer-again', 0, 7);
  assert.equal(passing.left(ROOTS, 7), ROOTS);
});

test('what was passed before the table spoke is forgotten with the next word', () => {
  const passing = new Passing();
  passing.keep('pass', 0, 7);
  passing.keep('roll', 1, 8);
  assert.equal(passing.left(ROOTS, 8).length, ROOTS.length);
});
