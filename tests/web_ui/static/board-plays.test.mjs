import assert from 'node:assert/strict';
import test from 'node:test';

const { offersOn } = await import(`${process.env.MODULES}/plays/board-plays.js`);

const leaf = (line, more = {}) => ({ word: line.split(' ').at(-1), label: line, do: line, seats: [0], why: null, form: null, then: [], ...more });
const group = (word, role, ...then) => ({ word, label: word.toUpperCase(), role, do: null, seats: [], why: null, form: null, then });
const WHY = { rule: 'X', reason: 'no' };
const GRID = { name: 'sea', layout: 'grid', columns: 9, rows: 9, plain: 'Column {column}', cells: [{ id: 'square-blue' }, { id: '3-3' }], pieces: [{ id: 'blue-boat', cell: 'square-blue' }, { id: '5-5', cell: '5-5' }] };
const GRAPH = { name: 'harbour', layout: 'graph', cells: [{ id: 'pier' }, { id: 'old-mill' }], pieces: [{ id: 'tug', cell: 'pier' }] };
const said = (offers) => Object.fromEntries([...offers].map(([place, all]) => [place, all.map(({ label, play, path, why }) => [label, play?.do ?? path.join(' '), why?.reason ?? ''])]));

test('what is done on a board is offered at its place; what stands elsewhere is not', () => {
  const roots = [group('sail', 'board', leaf('sail pier'), leaf('sail old-mill', { why: WHY })), group('buy', '', leaf('buy pier'))];
  assert.deepEqual(said(offersOn(roots, [], GRAPH)), { pier: [['SAIL', 'sail pier', '']], 'old-mill': [['SAIL', 'sail old-mill', 'no']] });
});

test('said what is meant, its places are offered, whatever it is', () => {
  const roots = [group('sail', 'board', leaf('sail pier')), group('buy', '', leaf('buy old-mill'), leaf('buy rope'))];
  assert.deepEqual(said(offersOn(roots, ['buy'], GRAPH)), { 'old-mill': [['BUY', 'buy old-mill', '']] });
});

test('two words call a square; a piece stands for the cell that it is on', () => {
  const roots = [group('go', 'board', group('5', undefined, leaf('go 5 7')), group('12', undefined, leaf('go 12 7'))), group('pick', 'board', leaf('pick blue-boat'))];
  assert.deepEqual(said(offersOn(roots, [], GRID)), { '5-7': [['GO', 'go 5 7', '']], 'square-blue': [['PICK', 'pick blue-boat', '']] });
});

test('of two places the first is chosen first; with nothing to go on to it says why', () => {
  const roots = [group('attack', 'board', group('5-5', undefined, leaf('attack 5-5 3-3')), group('blue-boat', undefined, leaf('attack blue-boat 3-3', { why: WHY })))];
  assert.deepEqual(said(offersOn(roots, [], GRID)), { '5-5': [['ATTACK', 'attack 5-5', '']], 'square-blue': [['ATTACK', 'attack blue-boat', 'no']] });
  assert.deepEqual(said(offersOn(roots, ['attack', '5-5'], GRID)), { '3-3': [['ATTACK', 'attack 5-5 3-3', '']] });
});
