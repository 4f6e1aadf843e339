import assert from 'node:assert/strict';
import test from 'node:test';

const { linesOf, offersAt, unitsIn } = await import(`${process.env.MODULES}/games/battle-for-the-island/plays.js`);

const leaf = (line, more = {}) => ({ word: line.split(' ').at(-1), label: line.split(' ').at(-1), do: line, seats: [0], why: null, form: null, then: [], ...more });
const group = (word, ...then) => ({ word, label: word.toUpperCase(), do: null, seats: [], why: null, form: null, then });
const NOTHING = { kind: '', facing: '' };
const names = (map) => Object.fromEntries([...map].map(([place, offers]) => [place, offers.map(({ label, play, unit }) => `${label}: ${play?.do ?? unit}`)]));

const MOVE = group('move', group('c3', group('c5', leaf('move c3 c5 ahead')), group('c4', leaf('move c3 c4 left'), leaf('move c3 c4 right'))), group('f1', group('f3', leaf('move f1 f3 ahead'))));
const SHOOT = group('shoot', group('c3', leaf('shoot c3 c6')));

test('a unit is offered by all that it can do', () => {
  assert.deepEqual(names(offersAt([MOVE, SHOOT], '', NOTHING, 'others')), { c3: ['MOVE, SHOOT: c3'], f1: ['MOVE: f1'] });
  assert.deepEqual([...unitsIn([MOVE, SHOOT]).keys()], ['c3', 'f1']);
});

test('of the unit that was taken up its goals are offered, and a tap on it leaves it', () => {
  assert.deepEqual(names(offersAt([MOVE, SHOOT], 'c3', NOTHING, 'others')), {
    c3: ['others: '],
    f1: ['MOVE: f1'],
    c5: ['C5, ahead: move c3 c5 ahead'],
    c4: ['C4, left: move c3 c4 left', 'C4, right: move c3 c4 right'],
    c6: ['SHOOT: shoot c3 c6'],
  });
});

test('the only unit that can do anything is not left', () => {
  assert.equal(offersAt([SHOOT], 'c3', NOTHING, 'others').has('c3'), false);
});

test('turning on the spot is done on no square', () => {
  const turn = group('turn', group('c3', leaf('turn c3 left'), leaf('turn c3 right')));
  assert.deepEqual(names(offersAt([turn, MOVE], 'f1', NOTHING, 'others')).c3, ['TURN, MOVE: c3']);
  assert.deepEqual(linesOf(unitsIn([turn]).get('c3')).map(({ verb, square, play }) => [verb, square, play.do]), [['turn', '', 'turn c3 left'], ['turn', '', 'turn c3 right']]);
});

test('what is placed is what was chosen, facing as was chosen', () => {
  const place = group('place', group('jeep', group('b1', leaf('place jeep b1 north'), leaf('place jeep b1 east'))), group('tank', group('c1', leaf('place tank c1 north'))));
  assert.deepEqual(names(offersAt([place], '', { kind: 'jeep', facing: 'east' }, '')), { b1: ['PLACE: JEEP: place jeep b1 east'] });
});

test('columns are those of the own pad, of the other one where its owner cannot come', () => {
  const load = group('load', group('tank', leaf('load tank 2', { seats: [1] })));
  assert.deepEqual(names(offersAt([load], '', { kind: 'tank', facing: '' }, '')), { 'pad-2-2': ['LOAD: load tank 2'] });
  const others = [group('advance', leaf('advance 3')), group('remove-from-pad', leaf('remove-from-pad 4'))];
  assert.deepEqual(names(offersAt(others, '', NOTHING, '')), { 'pad-1-3': ['ADVANCE: advance 3'], 'pad-2-4': ['REMOVE-FROM-PAD: remove-from-pad 4'] });
});

test('blocks, and who is removed, are done by one tap', () => {
  const roots = [group('block', leaf('block d4')), group('remove', leaf('remove e5'))];
  assert.deepEqual(names(offersAt(roots, '', NOTHING, '')), { d4: ['BLOCK: block d4'], e5: ['REMOVE: remove e5'] });
});
