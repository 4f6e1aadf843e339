import assert from 'node:assert/strict';
import test from 'node:test';

const { cardBetween } = await import(`${process.env.MODULES}/games/forbidden-island/cards.js`);
const { playsOfCard, tilesAt } = await import(`${process.env.MODULES}/games/forbidden-island/plays.js`);
const { levelAt } = await import(`${process.env.MODULES}/plays/tree.js`);

const leaf = (line, more = {}) => ({ word: line.split(' ').at(-1), label: line.split(' ').at(-1), do: line, seats: [0], why: null, form: null, then: [], ...more });
const ON_BOARD = ['move', 'fly', 'shore', 'swim'];
const group = (word, ...then) => ({ word, role: ON_BOARD.includes(word) ? 'board' : '', label: word.toUpperCase(), do: null, seats: [], why: null, form: null, then });
const TILES = new Set(['a', 'b', 'c']);
const names = (map) => Object.fromEntries([...map].map(([tile, plays]) => [tile, plays.map((play) => `${play.label}: ${play.do}`)]));

test('a tap means what is done there by a move, a flight, shoring up or swimming', () => {
  const roots = [group('move', leaf('move a'), leaf('move b')), group('shore', leaf('shore b')), group('sandbags', leaf('sandbags c'))];
  const found = tilesAt(levelAt(roots, []), TILES);
  assert.deepEqual(names(found), { a: ['MOVE: move a'], b: ['MOVE: move b', 'SHORE: shore b'] });
});

test('said what is meant, only its tiles are offered', () => {
  const roots = [group('move', leaf('move a')), group('shore', leaf('shore b'), leaf('shore c', { why: { rule: 'X', reason: 'no' } }))];
  assert.deepEqual([...tilesAt(levelAt(roots, ['shore']), TILES).keys()], ['b']);
});

test('where there is no choice the walk goes on, and the path tells all its words', () => {
  const roots = [group('guide', group('diver', leaf('guide diver a'), leaf('guide diver b'))), leaf('end-actions')];
  const level = levelAt(roots, ['guide']);
  assert.deepEqual([level.path, level.title, level.plays.length], [['guide', 'diver'], 'GUIDE, DIVER', 2]);
  assert.deepEqual(levelAt(roots, []).path, []);
  assert.deepEqual(levelAt(roots, ['gone']).plays, roots);
});

test('a card says what it can do for the seat that holds it', () => {
  const give = group('give', group('diver', leaf('give diver earth-stone')), group('pilot', leaf('give pilot earth-stone', { seats: [1] })));
  const capture = group('capture', leaf('capture earth-stone', { why: { rule: 'FI-A11', reason: 'no' } }));
  const discard = group('discard', leaf('discard earth-stone'));
  const lift = group('lift', group('diver', leaf('lift diver a', { seats: [1] })));
  const roots = [give, capture, discard, lift];
  const lines = ({ leaves }) => leaves.map((play) => `${play.label}: ${play.do}`);
  assert.deepEqual(lines(playsOfCard(roots, 'earth-stone', 0)), ['DISCARD: discard earth-stone', 'GIVE: DIVER: give diver earth-stone']);
  assert.deepEqual(lines(playsOfCard(roots, 'earth-stone', 1)), ['GIVE: PILOT: give pilot earth-stone']);
  assert.equal(playsOfCard(roots, 'helicopter-lift', 0).opens, null);
  assert.equal(playsOfCard(roots, 'helicopter-lift', 1).opens, lift);
});

const state = (more = {}) => ({
  cards: { 'earth-stone': { label: 'Earth', text: '', sign: 'earth' }, 'waters-rise': { label: 'Waters Rise!', text: '', sign: 'wave' } },
  boards: [{ cells: [{ id: 'a', label: 'A', look: 'land', notes: ['Dry'] }] }],
  hands: [{ seat: 0, cards: [] }],
  counters: [{ at: 1 }],
  ...more,
});

test('the card that was drawn is told by what it did', () => {
  const flooded = state({ boards: [{ cells: [{ id: 'a', label: 'A', look: 'water', notes: ['Flooded'] }] }] });
  assert.deepEqual(cardBetween(state(), flooded), { name: 'a', label: 'A', text: 'Flooded', sign: 'wave', look: 'water' });
  assert.equal(cardBetween(state(), state({ hands: [{ seat: 0, cards: ['earth-stone'] }] })).label, 'Earth');
  assert.equal(cardBetween(state(), state({ counters: [{ at: 2 }] })).label, 'Waters Rise!');
  assert.equal(cardBetween(state(), state()), null);
});
