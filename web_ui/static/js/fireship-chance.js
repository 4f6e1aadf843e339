/** @file What moves over the sea, as drawings, and what came of it; fetched when something moves for the first time. */

import { cardOf } from './decks.js';
import { el } from './dom.js';
import { rowOf, verdictOf } from './rolls.js';
import { wheelOf } from './wheel.js';

const DIE_FACES = ['won', 'lost'];

/** What moves, and how it shows a result; null while it moves. */
export function partOf(purpose, state, words) {
  const { words: own } = state;
  if (purpose === 'wheel') {
    const wheel = { name: 'wheel', label: '', segments: state.wheel, at: null, detail: '', roll: null };
    const made = wheelOf(wheel, false);
    return { element: made.element, show: (at) => made.show({ ...wheel, at }, at === null) };
  }
  if (purpose === 'plain' || purpose === 'blue') {
    const die = { name: purpose, label: '', kind: 'verdict', count: 1, values: null, total: null, roll: null, look: purpose };
    const made = verdictOf(die, words);
    return { element: made.element, show: (value) => made.show(value === null ? die : { ...die, values: [value], labels: [own[value]] }, value === null) };
  }
  if (purpose === 'mystery') {
    const element = el('div', { class: 'drawing' });
    return { element, show: (card) => element.replaceChildren(card ? cardOf(card) : el('i', { class: 'back' })) };
  }
  const dice = { name: 'dice', label: '', kind: 'number', count: 3, values: null, total: null, roll: null, look: 'd10' };
  const made = rowOf(dice);
  return { element: made.element, show: (values) => made.show(values ? { ...dice, values, total: values.reduce((sum, each) => sum + each, 0) } : dice, !values) };
}

/** What came of it: the wheel and the win/lose dice stand in the log alone; null for a card that nobody else may see. */
export function resultOf({ reveal, last, state: was }, { log, state }) {
  const told = log.filter((entry) => entry.n > last).map((entry) => entry.text);
  const { purpose } = reveal;
  if (purpose === 'dice') return state.turn.dice;
  if (purpose === 'wheel') {
    const at = state.wheel.findIndex((segment) => told.includes(segment.told));
    return at < 0 ? null : at;
  }
  if (purpose === 'mystery') {
    const count = (cards, name) => cards.filter((card) => card.name === name).length;
    return state.decks[0].top.find((card) => count(state.decks[0].top, card.name) > count(was.decks[0].top, card.name)) ?? null;
  }
  return DIE_FACES.find((side) => told.includes(state.words[`${purpose}_${side}`])) ?? null;
}
