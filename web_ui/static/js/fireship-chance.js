/** @file Dice, wheel and card over the sea: unreadable while they move, sharp when it is told, gone a moment later. */

import { cardOf } from './decks.js';
import { dress, el } from './dom.js';

/** So long a result lies over the sea. */
const SHOWN_MS = 2200;
const DIE_FACES = ['won', 'lost'];

/** What draws it comes when something moves for the first time. */
let drawings = null;
const fetchDrawings = async () => ({ ...(await import('./rolls.js')), ...(await import('./wheel.js')), sheet: await dress('chance') });

/**
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {{element: HTMLElement, show: (table: import('./types.js').Table) => void}}
 */
export function chanceOf(words) {
  const element = el('div', { class: 'coming chance', 'aria-hidden': 'true' });
  let [before, part, timer] = [null, null, 0];
  const show = async (table) => {
    const { state, reveal } = table;
    if (reveal && before?.reveal?.number !== reveal.number) {
      clearTimeout(timer);
      before = { ...table, last: table.log.at(-1)?.n ?? -1 };
      drawings ??= fetchDrawings();
      const made = partOf(reveal.purpose, state, words, await drawings);
      if (before?.reveal?.number !== reveal.number) return; // told meanwhile
      part = made;
      part.show(null);
      element.replaceChildren(part.element);
      element.classList.add('shown');
    } else if (!reveal && before) {
      const result = part && resultOf(before, table);
      if (result) part.show(result);
      timer = setTimeout(() => element.classList.remove('shown'), result ? SHOWN_MS : 0);
      [before, part] = [null, null];
    }
  };
  return { element, show };
}

/** What moves, and how it shows a result; null while it moves. */
function partOf(purpose, state, words, { rowOf, verdictOf, wheelOf }) {
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
function resultOf({ reveal, last, state: was }, { log, state }) {
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
