import assert from 'node:assert/strict';
import { test } from 'node:test';

const { noteOf } = await import(`${process.env.MODULES}/help/about.js`);

const people = [{ seat: 0, name: 'Ann' }, { seat: 1, name: 'Ben' }];
const boards = [{
  cells: [
    { id: 'palace', label: 'Palace', sign: 'ocean', notes: ['Chalice', 'Flooded'], about: ['A place.', 'Under water.'], watch: 'It comes again.' },
    { id: '3-4', label: '' },
    { id: 'f6', label: 'f6' },
    { id: '', label: '' },
  ],
  pieces: [{ id: 'diver', cell: 'palace', label: 'Diver', owner: 1 }, { id: 'boat', cell: '3-4', label: 'Boat', owner: 0, count: 2, about: ['It sails.'], watch: 'It is aimed at.', notes: ['taken up'] }],
}];
const table = (state) => ({ people, state: { boards, ...state } });

test('a place tells what it is, how it lies, who stands there, and what threatens it', () => {
  assert.deepEqual(noteOf(table({}), { token: 'palace' }), {
    title: 'Palace', aside: 'Chalice · Flooded', sign: 'ocean', warning: 'It comes again.',
    lines: ['A place.', 'Under water.', 'Diver, Ben'],
  });
});

test('where a place has no name, what stands there tells of itself', () => {
  assert.deepEqual(noteOf(table({}), { token: '3-4' }), { title: 'Boat × 2, Ann', aside: 'taken up', sign: undefined, warning: 'It is aimed at.', lines: ['It sails.'] });
});

test('an empty square, an unknown thing and a page without a game tell nothing', () => {
  for (const token of ['9-9', '', 'f6']) assert.equal(noteOf(table({}), { token }), null);
  assert.equal(noteOf({ people, state: null }, { token: 'palace' }), null);
  assert.equal(noteOf(table({}), { about: 'person 7' }), null);
});

test('a card tells what it does, wherever its face is', () => {
  const cards = { sandbags: { label: 'Sandbags', text: 'A tile turns dry', sign: 'sand' } };
  assert.deepEqual(noteOf(table({ cards }), { card: 'sandbags' }), { title: 'Sandbags', lines: ['A tile turns dry.'], sign: 'sand' });
  const decks = [{ top: [], hands: [{ seat: 0, cards: [{ name: 'fog', label: 'Fog', text: 'Nobody attacks you!', sign: 'fog' }] }] }];
  assert.deepEqual(noteOf(table({ decks }), { card: 'fog' }).lines, ['Nobody attacks you!']);
  assert.equal(noteOf(table({ decks }), { card: 'boom' }), null);
});

test('somebody tells their gift, what they have, and what all can do', () => {
  const persons = [{ seat: 0, label: 'Engineer', gift: { lead: 'Your gift:', text: 'Two tiles.', also: 'Move.', shows: ['water', 'to', 'land'] }, items: [{ label: 'Fog', text: 'Nobody attacks you' }, { label: 'Cards' }] }];
  assert.deepEqual(noteOf(table({ people: persons }), { about: 'person 0' }), {
    title: 'Engineer', aside: 'Ann', lines: ['Your gift: Two tiles.', 'Fog: Nobody attacks you.', 'Move.'], shows: ['water', 'to', 'land'],
  });
});

test('a token tells its state, a segment of a wheel what it does', () => {
  const groups = [{ states: [{ name: 'dry', label: 'Dry' }], tokens: [{ name: 'gate', label: 'Gate', state: 'dry', text: 'A gate' }] }];
  assert.deepEqual(noteOf(table({ groups }), { token: 'gate' }), { title: 'Gate', aside: 'Dry', lines: ['A gate'], sign: undefined });
  const wheels = [{ segments: [{ name: 'boat', label: 'Boat', text: 'Take a boat', sign: 'boat' }] }];
  assert.deepEqual(noteOf(table({ wheels }), { about: 'segment boat' }), { title: 'Boat', lines: ['Take a boat.'], sign: 'boat' });
});
