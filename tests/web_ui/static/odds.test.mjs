import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRecord } from '../../../web_ui/static/fairness/fair.js';
import { tally } from '../../../web_ui/static/fairness/odds.js';

const PLAIN = ['won', 'won', 'won', 'lost', 'lost', 'lost'];
const TEN = Array.from({ length: 10 }, (_, at) => at + 1);
const told = (...draws) => ({ people: ['Ann', 'Ben'], draws });

test('what was to be expected is the sum of the odds, and what came is counted by seat', () => {
  const rolls = [[0, 'roll 3 7 10'], [1, 'roll 10 10 1'], [-1, 'roll 2 2 2']];
  const { expected, seen } = tally(told(...rolls.map(([seat, line]) => ({ kind: 'roll', purpose: 'dice', of: [TEN, TEN, TEN], seat, do: line })))).get('dice');
  assert.deepEqual([...expected].map(([face, odds]) => [face, odds.toFixed(9)]), TEN.map((face) => [String(face), '0.900000000']));
  assert.deepEqual(Object.fromEntries(seen), { 1: [0, 1, 0], 2: [0, 0, 3], 3: [1, 0, 0], 7: [1, 0, 0], 10: [1, 2, 0] });
});

test('faces that stand twice and wide segments are expected more often, empty ones never', () => {
  const wheel = { kind: 'spin', purpose: 'wheel', of: [['boat', 3], ['none', 0], ['fog', 1]], seat: 1, do: 'spin fog' };
  const tallies = tally(told({ kind: 'roll', purpose: 'plain', of: [PLAIN], seat: 0, do: 'roll lost' }, wheel));
  const near = (part) => [...tallies.get(part).expected].map(([face, odds]) => [face, odds.toFixed(3)]);
  assert.deepEqual(near('plain'), [['won', '0.500'], ['lost', '0.500']]);
  assert.deepEqual(near('wheel'), [['boat', '0.750'], ['fog', '0.250']]);
  assert.deepEqual([...tallies.get('wheel').seen], [['fog', [0, 1, 0]]]);
});

test('cards are no dice', () => assert.equal(tally(told({ kind: 'draw', purpose: 'flood', of: ['a'], seat: 0, do: 'draw a' })).size, 0));

test('a record is read as far as a seed is concerned, and anything else is none', () => {
  const rows = ['{"tidetable":1,"game":"g"}', '{"n":1}', '{"end":{"reason":"closed"},"seed":"00"}'];
  assert.deepEqual(readRecord(rows.join('\n')), { header: { tidetable: 1, game: 'g' }, lines: [{ n: 1 }], ending: { end: { reason: 'closed' }, seed: '00' } });
  assert.deepEqual(readRecord(`${rows[0]}\n`)?.ending, null);
  for (const text of ['', 'no', '{}', '[]', 'null', '{"tidetable":2}', `${rows[0]}\n{`]) assert.equal(readRecord(text), null, text);
});
