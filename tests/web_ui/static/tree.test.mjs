import assert from 'node:assert/strict';
import test from 'node:test';

import { pixelsOf } from '../../../web_ui/static/devices/oled.js';
import { lineOf } from '../../../web_ui/static/dock/form.js';
import { above, offered, playAt } from '../../../web_ui/static/plays/levels.js';
import { leafOf, speakers, whole } from '../../../web_ui/static/plays/tree.js';

const leaf = (word, more = {}) => ({ word, label: word, do: `say ${word}`, hint: '', why: null, form: null, then: [], ...more });
const group = (word, ...then) => ({ ...leaf(word), do: null, then });
const words = (result) => result.plays.map((play) => play.word);

test('what is left out of a tree on the way is put back, at every level', () => {
  const [group] = whole([{ word: 'roll', label: 'Roll', then: [{ word: 'dice', label: 'Dice', do: 'roll dice', seats: [0] }] }]);
  assert.deepEqual([group.do, group.seats, group.why, group.form], [null, [], null, null]);
  assert.deepEqual(group.then, [{ word: 'dice', label: 'Dice', do: 'roll dice', seats: [0], why: null, form: null, then: [] }]);
  assert.deepEqual(whole([group]), [group]);
});

test('a small tree is offered at once, without what has a button of its own', () => {
  const roots = [group('roll', leaf('dice'), leaf('plain'), leaf('blue')), leaf('undo')];
  assert.deepEqual(words(offered(roots, [], new Set(['say dice']))), ['plain', 'blue', 'undo']);
});

test('a large tree is walked level by level', () => {
  const tiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((word) => leaf(word));
  const roots = [group('move', ...tiles), leaf('pass')];
  assert.deepEqual(words(offered(roots, [], new Set())), ['move', 'pass']);
  const below = offered(roots, ['move'], new Set());
  assert.deepEqual([words(below).length, below.title], [7, 'move']);
});

test('choices with the same name in two groups stay in their groups', () => {
  const roots = [group('one', leaf('kit')), group('two', leaf('kit'))];
  assert.deepEqual(words(offered(roots, [], new Set())), ['one', 'two']);
});

test('a level without a choice is walked through, and names what is chosen below', () => {
  const result = offered([group('new', group('fireship', leaf('kit'), leaf('referee')))], [], new Set());
  assert.deepEqual([words(result), result.title, result.path], [['kit', 'referee'], 'fireship', []]);
});

test('below a level without a choice one goes on from where its words lead, and back past them', () => {
  const roots = [group('place', group('soldier', leaf('a1'), leaf('b1')), group('tank', group('c1', leaf('north'), leaf('west'))))];
  const first = offered(roots, [], new Set());
  assert.deepEqual([words(first), first.path, first.lead], [['soldier', 'tank'], [], ['place']]);
  assert.deepEqual(words(offered(roots, ['place', 'soldier'], new Set())), ['a1', 'b1']);
  const tank = offered(roots, ['place', 'tank'], new Set());
  assert.deepEqual([words(tank), tank.path, tank.lead], [['north', 'west'], ['place', 'tank'], ['c1']]);
  assert.deepEqual(above(roots, ['place', 'soldier']), []);
  assert.deepEqual(above(roots, ['place', 'tank', 'c1', 'north']), ['place', 'tank']);
  assert.deepEqual(above([group('set', leaf('x')), leaf('undo')], ['set', 'x']), ['set']);
});

test('a path that no longer exists ends where it still did', () => {
  const roots = [group('move', leaf('a')), leaf('pass')];
  assert.deepEqual(offered(roots, ['move', 'gone'], new Set()).path, ['move']);
  assert.deepEqual(offered(roots, ['gone'], new Set()).path, []);
});

test('a group is opened out only beside the button that has the first of it', () => {
  const roots = [group('roll', leaf('dice'), leaf('plain')), group('gain', leaf('fog'), leaf('boom'))];
  assert.deepEqual(words(offered(roots, [], new Set(['say dice']))), ['plain', 'gain']);
  assert.deepEqual(words(offered(roots, [], new Set())), ['roll', 'gain']);
});

test('a group of one line is that line under the name of the group, and gone where a button has it', () => {
  const roots = [group('raise', leaf('water')), leaf('undo')];
  const [raise] = offered(roots, [], new Set()).plays;
  assert.deepEqual([raise.do, raise.label, raise.hint, raise.then], ['say water', 'raise', 'water', []]);
  assert.deepEqual(words(offered(roots, [], new Set(['say water']))), ['undo']);
});

test('a place in the tree is found by its words', () => {
  const roots = [group('set', group('copper-gate', leaf('dry')))];
  assert.equal(playAt(roots, ['set', 'copper-gate']).word, 'copper-gate');
  assert.equal(playAt(roots, ['set', 'iron-gate']), undefined);
});

test('a line is said for the table if it may, else for any seat of ours that may', () => {
  const ours = ['table', 0, 1];
  assert.deepEqual(speakers(ours, leaf('move', { seats: [2, 1, 0] })), [1, 0]);
  assert.deepEqual(speakers(ours, leaf('roll', { seats: [1, 'table'] })), ['table']);
  assert.deepEqual(speakers(ours, leaf('dice', { seats: ['chance'] })), ['chance']);
  assert.deepEqual(speakers([1], leaf('dice', { seats: ['chance', 1] })), [1]);
  assert.deepEqual(speakers(ours, undefined), ['table']);
});

test('a filled form spells its words in order, a named one only what was changed', () => {
  const form = [{ name: 'water', word: '3' }, { name: 'misty-marsh', word: 'dry' }];
  assert.equal(lineOf(leaf('roll', { form }), ['4', 'dry']), 'say roll 4 dry');
  assert.equal(lineOf(leaf('correct', { form, named: true }), ['3', 'sunk']), 'say correct misty-marsh=sunk');
});

test('a line is found wherever it stands', () => {
  const roots = [group('roll', leaf('dice'), group('more', leaf('blue'))), leaf('undo')];
  assert.equal(leafOf(roots, 'say blue').word, 'blue');
  assert.equal(leafOf(roots, 'say nothing'), undefined);
});

test('the leftmost pixel is the highest bit', () => {
  const bytes = new Uint8Array(1024);
  bytes[0] = 0x80;
  bytes[17] = 0x01;
  const pixels = pixelsOf(Buffer.from(bytes).toString('base64'));
  const lit = [...Array(128 * 64).keys()].filter((index) => pixels[index * 4] > 0);
  assert.deepEqual(lit, [0, 128 + 15]);
});
